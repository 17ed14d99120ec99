import { compileValue, formatProblem, type ValueFormat, type WriteError } from '@busbar/modbus'
import type { AnswerOf } from '../../data/api/api-query.ts'

type WriteReply = AnswerOf<'writing', 'write'>

/** Outcome of a write: only `done` guarantees that the value was written, and only `refused` that it was not. */
export type WriteOutcome =
  | { kind: 'done'; newValue: string; shown: string }
  | { kind: 'unclear'; why: string }
  | { kind: 'refused'; why: string }

const unclear = 'unclear:'

export const outcomeOf = (reply: WriteReply): WriteOutcome => {
  if ('ok' in reply) return { kind: 'done', newValue: reply.ok.newValue, shown: reply.ok.formattedValue }
  const { err } = reply
  if (err.startsWith(unclear)) return { kind: 'unclear', why: err.slice(unclear.length).trim() }
  return { kind: 'refused', why: err }
}

/** Returns true if a failed request may have reached the device: there was no readable answer. */
export const isMaybeDone = ({ code, status }: { code: string; status: number }): boolean =>
  status === 0 || status >= 500 || code === 'Unreadable'

type Param = AnswerOf<'devices', 'params'>[number]

/** Exceeds every type, so that the refusal names the limits. */
const tooMuch = '9'.repeat(60)
/** Limits with more digits are no help. */
const charsMax = 12

const formatOf = (param: Param): ValueFormat | null =>
  param.registerKind !== 'computed' && formatProblem(param as ValueFormat, param.registerKind) === null
    ? (param as ValueFormat)
    : null

/** Why a value cannot be written, by the same rule as the service has; null where it can, or where only the service can say. */
export const writeProblem = (param: Param, value: string): WriteError | null => {
  const format = formatOf(param)
  if (format === null) return null
  const encoded = compileValue(format).encode(value)
  return 'err' in encoded ? encoded.err : null
}

/** The least and the greatest value that can be written: the limits of the parameter, else those of its type; null where there are none worth telling. */
export const writeLimits = (param: Param): { min: string | null; max: string | null } => {
  const format = formatOf(param)
  if (format === null || param.valueType === 'string' || param.enum !== undefined) return { min: null, max: null }
  const { min: _, max: __, ...unlimited } = format
  const refused = compileValue(unlimited).encode(tooMuch)
  const range = 'err' in refused && refused.err.name === 'out-of-range' ? refused.err : null
  const shown = (limit: string | number | undefined): string | null =>
    limit === undefined || String(limit).length > charsMax ? null : String(limit)
  return { min: shown(param.min ?? range?.lowest), max: shown(param.max ?? range?.highest) }
}
