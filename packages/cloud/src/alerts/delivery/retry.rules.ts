import type { MessageType, Outcome } from './message.ts'

/** What becomes of a message after an attempt. */
export interface Verdict {
  state: 'sent' | 'waiting' | 'failed' | 'unclear'
  /** A word of ours, and after a colon what somebody else said. */
  reason: string | null
  tryInMs: number
}

const firstMs = 10_000
const longestMs = 3_600_000
const triedForMs = 86_400_000

/** How long to wait after so many attempts: twice as long each time. Null when that was long enough. */
export const tryInMs = (attempts: number): number | null => {
  let waitedMs = 0
  for (let attempt = 1; attempt < attempts; attempt += 1) waitedMs += waitMs(attempt)
  return waitedMs + waitMs(attempts) > triedForMs ? null : waitMs(attempts)
}

const waitMs = (attempt: number): number => Math.min(longestMs, firstMs * 2 ** (attempt - 1))

/**
 * What may come twice without harm: a mail is known by its id, a call of a webhook too. Telephones ring, and commands act, each time.
 */
const mayRepeat: readonly MessageType[] = ['email', 'webhook']

const noAnswer = 'no-answer'
const wasUnclear = (reason: string | null): boolean => reason?.startsWith(noAnswer) ?? false

/** `before` is the reason that the attempt before left. Once it was unclear whether something arrived, that is never forgotten. */
export const verdictOf = (type: MessageType, attempts: number, before: string | null, outcome: Outcome): Verdict => {
  if ('ok' in outcome) return { state: 'sent', reason: wasUnclear(before) ? 'doubled' : null, tryInMs: 0 }
  const isUnclear = outcome.isUnclear || wasUnclear(before)
  const waitMsNow = tryInMs(attempts)
  const isOver = outcome.isFinal || waitMsNow === null || (outcome.isUnclear && !mayRepeat.includes(type))
  const word = isUnclear ? noAnswer : outcome.isFinal ? 'refused' : 'failed'
  const reason = `${word}: ${outcome.err}`
  if (!isOver) return { state: 'waiting', reason, tryInMs: waitMsNow }
  return { state: isUnclear ? 'unclear' : 'failed', reason, tryInMs: 0 }
}
