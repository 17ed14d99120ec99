import type { Messages, Reply } from '../messages/messages.ts'

/** Messages within one process, each on its own turn. A node that is cut off hears nothing, and is not heard. */
export class LocalServer {
  readonly #subscriptions = new Map<string, Set<{ of: LocalMessages; on: (bytes: Uint8Array) => void }>>()
  readonly #services = new Map<
    string,
    { of: LocalMessages; answer: (bytes: Uint8Array) => Promise<Uint8Array | null> }
  >()
  /** Subjects of all requests that were handed over. */
  readonly handedOver: string[] = []

  connect(): LocalMessages {
    return new LocalMessages(this)
  }

  publish(from: LocalMessages, subject: string, bytes: Uint8Array): void {
    for (const { of, on } of this.#subscriptions.get(subject) ?? []) {
      if (of !== from) queueMicrotask(() => of.isConnected && on(bytes))
    }
  }

  subscribe(of: LocalMessages, subject: string, on: (bytes: Uint8Array) => void): () => void {
    const all = this.#subscriptions.get(subject) ?? new Set()
    const one = { of, on }
    this.#subscriptions.set(subject, all.add(one))
    return () => all.delete(one)
  }

  serve(of: LocalMessages, subject: string, answer: (bytes: Uint8Array) => Promise<Uint8Array | null>): () => void {
    this.#services.set(subject, { of, answer })
    return () => this.#services.delete(subject)
  }

  async request(from: LocalMessages, subject: string, bytes: Uint8Array): Promise<Reply> {
    const service = this.#services.get(subject)
    const mayHear = service?.of.isConnected ?? false
    if (service === undefined || !mayHear) return { err: 'nobody' }
    this.handedOver.push(subject)
    const answer = await service.answer(bytes)
    const { of } = service
    const isHeard = of.isConnected && from.isConnected
    return answer === null || !isHeard ? { err: 'unclear' } : { ok: answer }
  }
}

export class LocalMessages implements Messages {
  readonly #server: LocalServer
  readonly #listeners = new Set<() => void>()
  isConnected = true

  constructor(server: LocalServer) {
    this.#server = server
  }

  publish(subject: string, bytes: Uint8Array): void {
    if (this.isConnected) this.#server.publish(this, subject, bytes)
  }

  subscribe(subject: string, onMessage: (bytes: Uint8Array) => void): () => void {
    return this.#server.subscribe(this, subject, onMessage)
  }

  onBack(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** It was cut off, and is back. */
  back(): void {
    this.isConnected = true
    for (const listener of this.#listeners) listener()
  }

  async request(subject: string, bytes: Uint8Array): Promise<Reply> {
    return this.isConnected ? this.#server.request(this, subject, bytes) : { err: 'nobody' }
  }

  serve(subject: string, answer: (bytes: Uint8Array) => Promise<Uint8Array | null>): () => void {
    return this.#server.serve(this, subject, answer)
  }
}
