const [hourMs, dayMs] = [3_600_000, 86_400_000]
const [hourMax, dayMax] = [30, 100]
const waitingMax = 16

export interface OutboxFacts {
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

/** Those that still count. A clock that was set back must not forbid messages for ever. */
export const sentInLastDay = (sentMs: readonly number[], nowMs: number): readonly number[] =>
  sentMs.filter((at) => nowMs - at < dayMs && at <= nowMs).slice(-dayMax)
