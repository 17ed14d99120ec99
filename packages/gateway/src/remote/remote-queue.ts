import type { Clock } from '@busbar/modbus'
import { Holds } from '../bus/holds.ts'
import type { BusAnswer, BusRequest } from '../bus/request.ts'
import { Turns } from '../bus/turns.ts'
import { heed, type Waiting, waitingFor } from '../bus/waiting.ts'
import type { RemoteLink } from './remote-link.ts'

/** How the one that is asked wants it. */
interface Manner {
  readonly delayForRcvMs: number
  /** Nothing but time tells a late answer from the next one. */
  readonly isRaw: boolean
}

export interface RemoteQueueParts {
  readonly clock: Clock
  readonly manner: () => Manner
  /** The other side has not said a word for long. */
  readonly onDead: () => void
}

/** Those who want to ask one remote server, in fair turns. */
export class RemoteQueue {
  readonly #parts: RemoteQueueParts
  readonly #turns = new Turns<Waiting>()
  readonly #holds = new Holds()
  #link: RemoteLink | null = null
  #asking: Waiting | undefined
  #callOffWake: () => void = () => {}

  constructor(parts: RemoteQueueParts) {
    this.#parts = parts
  }

  /** Without a connection nothing waits: who asks is told at once. */
  transact(request: BusRequest): Promise<BusAnswer> {
    return new Promise((resolve) => {
      const waiting = waitingFor(request, resolve)
      const { signal } = request
      if (signal?.aborted) return resolve({ err: 'dropped' })
      if (this.#link === null) return resolve({ err: 'closed' })
      if (!this.#turns.add(waiting)) return resolve({ err: 'full' })
      this.#pump()
      // What was sent at once no longer depends on who asked.
      const isWaiting = !waiting.isSettled && this.#asking !== waiting
      if (signal !== undefined && isWaiting) heed(waiting, signal, () => this.#drop(waiting))
    })
  }

  /** Asks through this one from now on. What was asked through another is answered by nobody here. */
  open(link: RemoteLink): void {
    this.#link = link
    this.#holds.clear()
    this.#pump()
  }

  /** Those who wait are told. Who was asking hears it from its connection. */
  close(): void {
    this.#link = null
    this.#callOffWake()
    for (const waiting of this.#turns.takeAll()) waiting.settle({ err: 'closed' })
  }

  #pump(): void {
    const link = this.#link
    if (link === null || this.#asking !== undefined || this.#turns.isEmpty) return
    const nowMs = this.#parts.clock.now()
    this.#callOffWake()
    const next = this.#turns.take(({ unit }) => !this.#holds.isHeld(unit, nowMs))
    if (next === undefined) {
      this.#callOffWake = this.#parts.clock.after(this.#holds.nextMs(nowMs) - nowMs, () => this.#pump())
      return
    }
    this.#asking = next
    void this.#ask(link, next)
  }

  async #ask(link: RemoteLink, waiting: Waiting): Promise<void> {
    const { clock, manner, onDead } = this.#parts
    const { unit, pdu, by } = waiting
    const { delayForRcvMs, isRaw } = manner()
    const sentMs = clock.now()
    const answer = await link.ask(unit, pdu, delayForRcvMs)
    const nowMs = clock.now()
    this.#turns.charge(by, nowMs - sentMs)
    if ('ok' in answer) this.#holds.answered(unit)
    else if (isRaw && this.#link === link) this.#holds.missed(unit, nowMs, delayForRcvMs)
    this.#asking = undefined
    waiting.settle(answer)
    if (this.#link === link && link.isDead) onDead()
    this.#pump()
  }

  #drop(waiting: Waiting): void {
    if (this.#turns.remove(waiting)) waiting.settle({ err: 'dropped' })
  }
}
