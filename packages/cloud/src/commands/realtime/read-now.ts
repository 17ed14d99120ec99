import { plainNumber } from '@busbar/kit'
import { parseDecimal } from '@busbar/modbus/decimal'
import { computeValue, type InputValue } from '../../devices/computed/compute-value.ts'
import { sorted } from '../../devices/computed/computed-device.ts'
import { type Formula, paramsOf, parseFormula } from '../../formula/parse.ts'
import { viewerRoles } from '../../history/values/visible.ts'
import type { Call } from '../../start/service.ts'
import { type ReadRow, readRows } from './read-rows.sql.ts'
import type { RealtimeResult } from './realtime.ts'

/** Formulas over formulas over formulas: no deeper than this in one request. */
const depthMax = 16
/** Parameters that one request reads for its formulas, besides those that it names. */
const inputsMax = 1000

/** Reads parameters at this moment. For computed ones their inputs are read, and then they are worked out: nothing is sent for themselves. */
export const readNow = async (
  { db, caller, realtime }: Pick<Call, 'db' | 'caller' | 'realtime'>,
  rows: readonly ReadRow[],
): Promise<Map<number, RealtimeResult>> => {
  const all = new Map(rows.map((row) => [row.id, row]))
  const formulas = new Map<number, { formula: Formula; inputs: number[]; precision: number | null }>()
  let fresh: readonly ReadRow[] = rows
  for (let depth = 0; depth < depthMax && fresh.length > 0; depth += 1) {
    for (const { id, formula: text, precision } of fresh) {
      const formula = text === null ? null : parseFormula(text)
      if (formula !== null && !('error' in formula))
        formulas.set(id, { formula, inputs: paramsOf(formula), precision: precision ?? null })
    }
    const needed = fresh.flatMap(({ id }) => formulas.get(id)?.inputs ?? []).filter((id) => !all.has(id))
    const missing = [...new Set(needed)].slice(0, rows.length + inputsMax - all.size)
    fresh = missing.length === 0 ? [] : await readRows(db.sql, missing, caller.accountId, viewerRoles)
    for (const row of fresh) all.set(row.id, row)
  }
  const results = await realtime.read([...all.values()].filter(({ formula }) => formula === null))
  const inputsOf = (id: number): number[] => (formulas.get(id)?.inputs ?? []).filter((input) => formulas.has(input))
  for (const id of sorted([...formulas.keys()], inputsOf) ?? []) {
    const of = formulas.get(id)
    if (of === undefined) continue
    const worked = computeValue(of.formula, of.inputs, of.precision, (input) => inputValue(results.get(input)))
    results.set(
      id,
      'err' in worked ? worked : { value: worked.text ?? plainNumber(worked.number), number: worked.number },
    )
  }
  return results
}

const inputValue = (result: RealtimeResult | undefined): InputValue => {
  if (result === undefined) return { err: 'InputGone' }
  if ('err' in result) return result
  const value = parseDecimal(result.value)
  return value === null ? { err: 'NotANumber' } : { value }
}
