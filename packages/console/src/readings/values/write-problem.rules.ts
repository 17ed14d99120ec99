import { compileValue, formatProblem, type ValueFormat, type WriteError } from '@busbar/modbus'
import type { AnswerOf } from '../../data/api/api-query.ts'

type Param = AnswerOf<'devices', 'params'>[number]

/** Beyond every type: its refusal names the limits. */
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
