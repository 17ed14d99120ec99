import { exponentialBackOff } from '@busbar/kit'
import type { DeliveryResult, RetrySafety } from './message.ts'

/** State of a message after an attempt. */
export interface Verdict {
  state: 'sent' | 'waiting' | 'failed' | 'unclear'
  /** A word of ours, and after a colon what the provider said. */
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

const waitMs = (attempt: number): number => exponentialBackOff(attempt - 1, firstMs, longestMs)

/** Reasons after which it may have arrived. */
const unclearWords = ['no-answer', 'error-answer'] as const

/** The word by which an attempt was left unclear; null where it was not. */
const unclearWordOf = (reason: string | null): string | null =>
  unclearWords.find((word) => reason?.startsWith(word)) ?? null

/** Returns true if an earlier attempt may have arrived. */
export const wasUnclear = (reason: string | null): boolean => unclearWordOf(reason) !== null

/** `before` is the reason that the attempt before left. Once it was unclear whether something arrived, that is never forgotten. */
export const verdictOf = (
  repeat: RetrySafety,
  attempts: number,
  before: string | null,
  outcome: DeliveryResult,
): Verdict => {
  const unclearBefore = unclearWordOf(before)
  if ('ok' in outcome) {
    const isOnce = repeat === 'known' || repeat === 'asked'
    return { state: 'sent', reason: unclearBefore === null || isOnce ? null : 'doubled', tryInMs: 0 }
  }
  const unclearNow = outcome.isUnclear ? (outcome.isAnswered ? 'error-answer' : 'no-answer') : null
  const word = unclearNow ?? unclearBefore
  const waitMsNow = tryInMs(attempts)
  // A provider that is queried first causes two messages at most.
  const mayRepeat = repeat === 'harmless' || repeat === 'known' || (repeat === 'asked' && unclearBefore === null)
  const isOver = outcome.isFinal || waitMsNow === null || (outcome.isUnclear && !mayRepeat)
  const reason = `${word ?? (outcome.isFinal ? 'refused' : 'failed')}: ${outcome.err}`
  if (!isOver) return { state: 'waiting', reason, tryInMs: Math.max(waitMsNow, outcome.waitMs ?? 0) }
  return { state: word === null ? 'failed' : 'unclear', reason, tryInMs: 0 }
}
