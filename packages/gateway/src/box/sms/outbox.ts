import type { Log } from '@busbar/kit/log'
import type { ModemFacts, ModemPort } from '../modem/facts.ts'
import type { ModemMemory } from '../modem/memory.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const [hourMax, dayMax] = [30, 100]
const waitingMax = 16

interface OutboxFacts {
  readonly isRegistered: boolean
  readonly isRoaming: boolean
  /** Setting `gsm.smsInRoamingEnable`. */
  readonly isRoamingAllowed: boolean
  readonly waiting: number
  /** When messages were sent, by the clock of the gateway. */
  readonly sentMs: readonly number[]
  readonly nowMs: number
}

/** Why no message can go now; null where one can. */
export const whyUnsent = (facts: OutboxFacts): string | null => {
  const { isRegistered, isRoaming, isRoamingAllowed, waiting, sentMs, nowMs } = facts
  if (!isRegistered) return 'the modem is in no network'
  if (isRoaming && !isRoamingAllowed) return 'the modem is roaming'
  if (waiting >= waitingMax) return `${waitingMax} messages wait already`
  const within = (spanMs: number): number => sentMs.filter((at) => nowMs - at < spanMs && at <= nowMs).length + waiting
  if (within(hourMs) >= hourMax) return `${hourMax} messages an hour are enough`
  return within(dayMs) >= dayMax ? `${dayMax} messages a day are enough` : null
}

/** Returns the messages that count towards the limit. A clock that was set back must not block messages permanently. */
const sentInLastDay = (sentMs: readonly number[], nowMs: number): readonly number[] =>
  sentMs.filter((at) => nowMs - at < dayMs && at <= nowMs).slice(-dayMax)

export interface OutboxParts {
  readonly port: Pick<ModemPort, 'facts' | 'send'>
  readonly memory: Pick<ModemMemory, 'sentMs' | 'saveSent'>
  /** Setting `gsm.smsInRoamingEnable`. */
  readonly isRoamingAllowed: boolean
  readonly now: () => Date
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Outgoing messages, one after another. One with an unclear outcome is not repeated, because it may have arrived. */
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
      log.warn({ to: number, why }, 'sms not sent')
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
      log.info({ to: number }, 'sms sent')
    } catch (error) {
      log.warn({ err: error, to: number }, 'sms could not be sent')
    }
  }
}

const networkOf = (modem: ModemFacts | null): { readonly isRegistered: boolean; readonly isRoaming: boolean } => ({
  isRegistered: modem !== null && modem.registration !== 'none',
  isRoaming: modem?.registration === 'roaming',
})
