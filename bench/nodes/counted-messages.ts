import type { Messages, Reply } from '@busbar/cloud/nodes'
import type { LocalServer } from '@busbar/cloud/nodes/testing'
import type { Tally } from './tally.ts'

/** Messages of one node, counted. */
export class CountedMessages implements Messages {
  readonly #inner: ReturnType<LocalServer['connect']>
  readonly #count: (bytes: number) => void

  constructor(server: LocalServer, tally: Tally, nodeId: string) {
    this.#inner = server.connect()
    this.#count = (bytes) => {
      tally.count(`messages ${nodeId}`)
      tally.count(`message bytes ${nodeId}`, bytes)
    }
  }

  get isConnected(): boolean {
    return this.#inner.isConnected
  }

  set isConnected(isConnected: boolean) {
    this.#inner.isConnected = isConnected
  }

  publish(subject: string, bytes: Uint8Array): void {
    this.#count(bytes.length)
    this.#inner.publish(subject, bytes)
  }

  subscribe(subject: string, onMessage: (bytes: Uint8Array) => void): () => void {
    return this.#inner.subscribe(subject, onMessage)
  }

  request(subject: string, bytes: Uint8Array): Promise<Reply> {
    this.#count(bytes.length)
    return this.#inner.request(subject, bytes)
  }

  onBack(listener: () => void): () => void {
    return this.#inner.onBack(listener)
  }

  serve(subject: string, answer: (bytes: Uint8Array) => Promise<Uint8Array | null>): () => void {
    return this.#inner.serve(subject, answer)
  }
}
