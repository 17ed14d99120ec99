import { type Failure, failureReason, isUnclear, type Reason } from '@busbar/polling'
import type { Value } from './value.rules.ts'

/** How far the frames of a command got; `failure` is of the one after those that were done. */
export interface CommandProgress {
  done: number
  total: number
  failure: Failure | null
  /** True if a step before the command itself failed. */
  isUnsent?: boolean
}

/** Outcome of a command. The device's value may have changed only for `done` and `unclear`. */
export type Verdict =
  | { outcome: 'done'; value: string }
  | { outcome: 'refused' | 'not-sent'; reason: Reason }
  | { outcome: 'unclear'; why: string }

/** Failures without a request on the wire, or without a path from our gateway. */
const notSent: ReadonlySet<Failure> = new Set(['no-connection', 'expired', 'full', 'held', 'GatewayPathUnavailable'])

/** Returns whether the device's value may have changed, so that reading back makes sense. */
export const mayHaveChanged = ({ done, failure, isUnsent = false }: CommandProgress): boolean =>
  failure === null || done > 0 || (isUnclear(failure) && !isUnsent)

/** Before, as it was to be, and as it was read back or why it was not. */
export interface CommandValues {
  /** Null where the registers held no value. */
  old: Value | null
  wanted: Value
  after: { ok: Value } | { err: Reason } | null
}

/** Judges a command by what was answered and what was read afterwards. */
export const verdictOf = (sent: CommandProgress, { old, wanted, after }: CommandValues): Verdict => {
  const { done, total, failure, isUnsent = false } = sent
  if (failure !== null && !mayHaveChanged(sent)) {
    return { outcome: isUnsent || notSent.has(failure) ? 'not-sent' : 'refused', reason: failureReason(failure) }
  }
  const read = after !== null && 'ok' in after ? after.ok : null
  if (failure === null) {
    if (read !== null) return { outcome: 'done', value: read.shown }
    const reason = after !== null && 'err' in after ? after.err : 'NoConnection'
    return { outcome: 'unclear', why: `the device confirmed ${wanted.shown}, but it could not be read back: ${reason}` }
  }
  // No other command goes there meanwhile: a value that is new is ours.
  if (read?.exact === wanted.exact && read.exact !== old?.exact) return { outcome: 'done', value: read.shown }
  const reason = failureReason(failure)
  const seen = read === null ? '' : `; the device now holds ${read.shown}`
  if (done > 0) return { outcome: 'unclear', why: `only ${done} of ${total} registers were written: ${reason}${seen}` }
  return { outcome: 'unclear', why: `the command was sent, and nobody knows whether it was done: ${reason}${seen}` }
}
