/** Outcome of a request to another node. */
export type Reply =
  | { ok: Uint8Array }
  /** No node listens, so the request was not handed over. */
  | { err: 'nobody' }
  /** The request was or may have been handed over, and no reply arrived. */
  | { err: 'unclear' }

/** Ends a subscription. */
type Unsubscribe = () => void

/** Short messages between nodes. They may be lost but are never delivered twice. */
export interface Messages {
  readonly isConnected: boolean
  publish(subject: string, bytes: Uint8Array): void
  subscribe(subject: string, onMessage: (bytes: Uint8Array) => void): Unsubscribe
  /** The request is handed over once and never repeated. */
  request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Reply>
  /** Called when the connection is restored. */
  onBack(listener: () => void): Unsubscribe
  /** With null, no reply is sent and the other side times out. */
  serve(subject: string, answer: (bytes: Uint8Array) => Promise<Uint8Array | null>): Unsubscribe
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const toBytes = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

/** Undefined if it cannot be parsed: another version may use another format. */
export const fromBytes = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    return undefined
  }
}
