import { at, lookUp } from '@busbar/kit'
import { type Decimal, round, toText } from '@busbar/modbus/decimal'
import { evaluate } from '../../formula/evaluate.ts'
import { paramsOf, parseFormula } from '../../formula/parse.ts'
import { segmentStart } from '../calendar.ts'
import type { CountedSegments } from '../counters/counter-book.ts'
import { meterOf } from '../counters/meter.rules.ts'
import { readCounter } from '../counters/read-counter.ts'
import type { EnergyCall } from '../needs.ts'
import { counterFormats, paramNames, timeZoneOf } from '../reports/reports.sql.ts'
import { formulaUnit } from '../units.rules.ts'

const places = 12
const noResult = { params: [], value: null }

/** Returns the error of a formula with its position; or its result and its parameters. */
export const checkFormula = async (
  { db, history, orgId, now }: Pick<EnergyCall<'member'>, 'db' | 'history' | 'orgId' | 'now'>,
  text: string,
  span: { from?: Date | undefined; till?: Date | undefined },
) => {
  const formula = parseFormula(text)
  if ('error' in formula) {
    return { mistake: formula.mistake, message: `The formula ${formula.error}.`, at: formula.at, ...noResult }
  }
  const ids = paramsOf(formula)
  const formats = new Map((await counterFormats(db.sql, orgId, ids)).map((format) => [format.id, format]))
  const missing = ids.find((id) => !formats.has(id))
  if (missing !== undefined) {
    const position = text.search(new RegExp(`#${missing}(?!\\d)`))
    const message = `#${missing} is no parameter of this organization with numbers.`
    return { mistake: 'unknown-parameter' as const, message, at: position, ...noResult }
  }
  const timeZone = await timeZoneOf(db.sql, orgId)
  const today = segmentStart(timeZone, 'day', now().getTime())
  const till = span.till?.getTime() ?? today
  const from = span.from?.getTime() ?? segmentStart(timeZone, 'day', till - 1)
  const counted = new Map<number, CountedSegments>()
  for (const [id, format] of formats) {
    counted.set(id, await readCounter(history, orgId, id, [from, till], meterOf(format, null)))
  }
  const valueOf = (id: number): Decimal | null => at(lookUp(counted, id).amounts, 0)
  const result = evaluate(formula, valueOf)
  const unit = formulaUnit(formula, (id) => formats.get(id)?.unitName ?? null)
  const names = await paramNames(db.sql, orgId, ids)
  return {
    params: names.map(({ id, name, deviceName }) => ({
      paramId: id,
      name,
      deviceName,
      ...unitField(formats.get(id)?.unitName ?? null),
      value: textOf(valueOf(id)),
      coverage: at(lookUp(counted, id).coverage, 0),
    })),
    value: 'error' in result ? null : textOf(round(result.value, places)),
    ...unitField(unit),
  }
}

const unitField = (unit: string | null) => (unit === null || unit === '' ? {} : { unitName: unit })

const textOf = (value: Decimal | null): string | null => (value === null ? null : toText(value))
