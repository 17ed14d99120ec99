/** Outcome of a request to another node. */
export type Reply =
  | { ok: Uint8Array }
  /** There was no listener: it was not handed over. */
  | { err: 'nobody' }
  /** It was handed over, or may have been, and no answer came. */
  | { err: 'unclear' }

/** Ends a subscription. */
type Unsubscribe = () => void

/** Short messages between nodes. They may be lost, and never come twice. */
export interface Messages {
  readonly isConnected: boolean
  publish(subject: string, bytes: Uint8Array): void
  subscribe(subject: string, onMessage: (bytes: Uint8Array) => void): Unsubscribe
  /** Handed over once, and never again. */
  request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Reply>
  /** Told when they go again after they were cut off. */
  onBack(listener: () => void): Unsubscribe
  /** With null, no reply is sent and the other side times out. */
  serve(subject: string, answer: (bytes: Uint8Array) => Promise<Uint8Array | null>): Unsubscribe
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const toBytes = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

/** Undefined where it makes no sense: another version may speak otherwise. */
export const fromBytes = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}
