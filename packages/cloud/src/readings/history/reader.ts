import type { Sql } from '../../db/types.ts'
import type { Readings } from '../readings.ts'
import { hotFirsts, hotRecords, type Span } from './hot.sql.ts'
import { readHotRecords } from './hot-records.ts'
import { concat, merge, within } from './join.rules.ts'
import {
  type DecodeJob,
  decodeBounds,
  decodeDays,
  decodeFirsts,
  decodeInTurn,
  type HourBounds,
  type HourFirsts,
} from './packed-days.ts'
import { hourMs } from './segments.rules.ts'
import { type SpanRow, selectSpan } from './span.sql.ts'
import type { Thread } from './thread.ts'

export type Decoder = Thread<DecodeJob, Readings | HourFirsts | HourBounds>

/** What is decoded at once on the event loop: more would take over ten milliseconds. */
const loopReadingsMax = 400_000
const loopHoursBytesMax = 60_000

/** From here on it is quicker to look for each step's first poll than to read all that are hot. */
const longStepMs = 900_000

/** All readings of a span, or at least its newest: cold ones, and hot ones, which may lie between them. */
async function readParts(
  sql: Sql,
  decoder: Decoder,
  span: Span,
  newestMax?: number,
): Promise<{ cold: Readings; hot: Readings }> {
  const newest = newestMax ?? null
  let row = await selectSpan(sql, span, 'data', hotRecords(sql, span, newest), newest)
  let hot = readHotRecords(row.hot)
  // Some polls failed, so the newest of them do not hold enough readings.
  if (newest !== null && row.polls >= newest && hot.times.length < newest) {
    row = await selectSpan(sql, span, 'data', hotRecords(sql, span), newest)
    hot = readHotRecords(row.hot)
  }
  return { cold: isHeavy(row) ? await decodeAside(decoder, row) : concat(decodeDays(row.cold)), hot }
}

/**
 * Readings of a span, and at least the first of each step of `stepMs` among them, in parts. A part is there only until the next is
 * asked for.
 */
export async function readSteps(sql: Sql, decoder: Decoder, span: Span, stepMs: number): Promise<Iterable<Readings>> {
  const hot = stepMs < longStepMs ? hotRecords(sql, span) : hotFirsts(sql, span, stepMs, false)
  const row = await selectSpan(sql, span, 'data', hot)
  const cold = isHeavy(row) ? [await decodeAside(decoder, row)].values() : decodeInTurn(row.cold)
  return inTurn(
    readHotRecords(row.hot),
    cold.map((part) => within(part, span.from, span.till)),
  )
}

function* inTurn(hot: Readings, cold: Iterable<Readings>): Generator<Readings> {
  yield hot
  yield* cold
}

const isHeavy = ({ count }: SpanRow): boolean => count > loopReadingsMax

const decodeAside = async (decoder: Decoder, { cold: packed }: SpanRow): Promise<Readings> =>
  (await decoder.run({ column: 'data', packed })) as Readings

/** All readings of a span by time, or the newest of them. */
export async function readSpan(sql: Sql, decoder: Decoder, span: Span, newestMax?: number): Promise<Readings> {
  const { cold, hot } = await readParts(sql, decoder, span, newestMax)
  return within(merge(cold, hot), span.from, span.till, newestMax)
}

/** The first and last reading of each hour: hot ones, perhaps with some others, and those of the days before. The span begins with an hour. */
export async function readFirsts(sql: Sql, decoder: Decoder, span: Span): Promise<{ hot: Readings; cold: HourFirsts }> {
  const { hot, cold: packed } = await selectSpan(sql, span, 'hours', hotFirsts(sql, span, hourMs, true))
  const isLong = packed !== null && packed.length > loopHoursBytesMax
  const cold = isLong ? ((await decoder.run({ column: 'hours', packed })) as HourFirsts) : decodeFirsts(packed)
  return { hot: readHotRecords(hot), cold }
}

/** The hot readings of a span, and of the days before the bounds of each hour. */
export async function readBounds(sql: Sql, decoder: Decoder, span: Span): Promise<{ hot: Readings; cold: HourBounds }> {
  const { hot, cold: packed } = await selectSpan(sql, span, 'hours', hotRecords(sql, span))
  const isLong = packed !== null && packed.length > loopHoursBytesMax
  const job = { column: 'hours', packed, isBounds: true } as const
  const cold = isLong ? ((await decoder.run(job)) as HourBounds) : decodeBounds(packed)
  return { hot: readHotRecords(hot), cold }
}
