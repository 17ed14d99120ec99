import type { Clock } from '@busbar/kit'
import { LineQueue } from '../../bus/line-queue.ts'
import { type BusAnswer, type BusRequest, onAbort, type QueuedRequest, queuedRequest } from '../../bus/request.ts'
import type { RemoteLink } from './remote-link.ts'

export interface RemoteQueueParts {
  readonly clock: Clock
  /** Response timeout of the server. */
  readonly answerTimeoutMs: () => number
  /** Called when the server has been silent for too long. */
  readonly onDead: () => void
}

/** Shares a remote server fairly among its requesters. */
export class RemoteQueue {
  readonly #parts: RemoteQueueParts
  readonly #queue = new LineQueue()
  #link: RemoteLink | null = null
  #isExpected = false
  #current: QueuedRequest | undefined

  constructor(parts: RemoteQueueParts) {
    this.#parts = parts
  }

  /** Without a connection in progress, requests fail at once. */
  transact(request: BusRequest): Promise<BusAnswer> {
    return new Promise((resolve) => {
      const waiting = queuedRequest(request, resolve)
      const { signal } = request
      if (signal?.aborted) return resolve({ err: 'dropped' })
      if (this.#link === null && !this.#isExpected) return resolve({ err: 'closed' })
      if (!this.#queue.add(waiting)) return resolve({ err: 'full' })
      this.#pump()
      // A request that was sent no longer depends on its caller's signal.
      const isWaiting = !waiting.isSettled && this.#current !== waiting
      if (signal !== undefined && isWaiting) onAbort(waiting, signal, () => this.#drop(waiting, 'dropped'))
      if (this.#link === null) this.#giveUpLater(waiting)
    })
  }

  /** A connection is being established: requests wait for it, at most for a response timeout. */
  expect(): void {
    this.#isExpected = true
  }

  /** Uses this connection from now on. Requests sent over another get no response here. */
  open(link: RemoteLink): void {
    this.#link = link
    this.#isExpected = false
    this.#pump()
  }

  /** Waiting requests fail. The request in progress gets its result from its connection. */
  close(): void {
    this.#link = null
    this.#isExpected = false
    for (const waiting of this.#queue.takeAll()) waiting.settle({ err: 'closed' })
  }

  #pump(): void {
    const link = this.#link
    if (link === null || this.#current !== undefined) return
    const next = this.#queue.take(this.#parts.clock.now())
    if (next === undefined) return
    this.#current = next
    void this.#ask(link, next)
  }

  async #ask(link: RemoteLink, waiting: QueuedRequest): Promise<void> {
    const { clock, answerTimeoutMs, onDead } = this.#parts
    const { unit, pdu } = waiting
    const sentMs = clock.now()
    const answer = await link.ask(unit, pdu, answerTimeoutMs())
    const nowMs = clock.now()
    this.#queue.charge(waiting, nowMs - sentMs, nowMs)
    this.#current = undefined
    waiting.settle(answer)
    if (this.#link === link && link.isDead) onDead()
    this.#pump()
  }

  #giveUpLater(waiting: QueuedRequest): void {
    const { clock, answerTimeoutMs } = this.#parts
    const cancel = clock.after(answerTimeoutMs(), () => this.#link === null && this.#drop(waiting, 'closed'))
    const { settle } = waiting
    waiting.settle = (answer) => {
      cancel()
      settle(answer)
    }
  }

  #drop(waiting: QueuedRequest, err: 'dropped' | 'closed'): void {
    if (this.#queue.remove(waiting)) waiting.settle({ err })
  }
}
