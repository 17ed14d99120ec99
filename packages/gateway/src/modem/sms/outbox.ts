import type { Log } from '@busbar/kit/log'
import type { ModemFacts, ModemPort } from '../facts.ts'
import type { ModemMemory } from '../memory.ts'
import { sentInLastDay, whyUnsent } from './outbox.rules.ts'

export interface OutboxParts {
  readonly port: Pick<ModemPort, 'facts' | 'send'>
  readonly memory: Pick<ModemMemory, 'sentMs' | 'saveSent'>
  /** Setting `gsm.smsInRoamingEnable`. */
  readonly isRoamingAllowed: boolean
  readonly now: () => Date
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Messages that go out, one after another. One whose fate is unclear is not sent again: it may have arrived. */
export class SmsOutbox {
  readonly #parts: OutboxParts
  #waiting = 0
  #turn: Promise<void> = Promise.resolve()

  constructor(parts: OutboxParts) {
    this.#parts = parts
  }

  /** False where it cannot go; why is in the log. */
  send(number: string, text: string): boolean {
    const { port, memory, isRoamingAllowed, now, log } = this.#parts
    const why = whyUnsent({
      ...networkOf(port.facts),
      isRoamingAllowed,
      waiting: this.#waiting,
      sentMs: memory.sentMs,
      nowMs: now().getTime(),
    })
    if (why !== null) {
      log.warn({ to: number, why }, 'an SMS is not sent')
      return false
    }
    this.#waiting += 1
    this.#turn = this.#turn.then(() => this.#sendNow(number, text))
    return true
  }

  /** It counts from the moment it is tried: one that fails may have cost as much. */
  async #sendNow(number: string, text: string): Promise<void> {
    const { port, memory, now, log } = this.#parts
    const nowMs = now().getTime()
    memory.saveSent([...sentInLastDay(memory.sentMs, nowMs), nowMs])
    this.#waiting -= 1
    try {
      await port.send(number, text)
      log.info({ to: number }, 'an SMS was sent')
    } catch (error) {
      log.warn({ err: error, to: number }, 'an SMS was not sent')
    }
  }
}

const networkOf = (modem: ModemFacts | null): { readonly isRegistered: boolean; readonly isRoaming: boolean } => ({
  isRegistered: modem !== null && modem.registration !== 'none',
  isRoaming: modem?.registration === 'roaming',
})
