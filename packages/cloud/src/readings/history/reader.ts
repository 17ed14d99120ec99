import type { Sql } from '../../db/types.ts'
import type { Readings } from '../readings.ts'
import type { Span } from './hot.sql.ts'
import { readHotRecords } from './hot-records.ts'
import { concat, merge, within } from './join.rules.ts'
import {
  type DecodeJob,
  decodeBounds,
  decodeDays,
  decodeFirsts,
  type HourBounds,
  type HourFirsts,
} from './packed-days.ts'
import { selectSpan } from './span.sql.ts'
import type { Thread } from './thread.ts'

export type Decoder = Thread<DecodeJob, Readings | HourFirsts | HourBounds>

/** What is decoded at once on the event loop: more would take over ten milliseconds. */
const loopReadingsMax = 400_000
const loopHoursBytesMax = 60_000

/**
 * All readings of a span: cold ones in parts that follow each other, and hot ones, which may lie between them. What every
 * question about the past is answered from.
 */
export async function readParts(
  sql: Sql,
  decoder: Decoder,
  span: Span,
  newestMax?: number,
): Promise<{ cold: Readings[]; hot: Readings }> {
  const newest = newestMax ?? null
  let row = await selectSpan(sql, span, 'data', newest, newest)
  let hot = readHotRecords(row.hot)
  // Some polls failed, so the newest of them do not hold enough readings.
  if (newest !== null && row.polls >= newest && hot.times.length < newest) {
    row = await selectSpan(sql, span, 'data', newest, null)
    hot = readHotRecords(row.hot)
  }
  const { cold: packed, count } = row
  const isLong = count > loopReadingsMax
  const cold = isLong ? [(await decoder.run({ column: 'data', packed })) as Readings] : decodeDays(packed)
  return { cold: cold.map((part) => within(part, span.from, span.till)), hot }
}

/** All readings of a span by time, or the newest of them. */
export async function readSpan(sql: Sql, decoder: Decoder, span: Span, newestMax?: number): Promise<Readings> {
  const { cold, hot } = await readParts(sql, decoder, span, newestMax)
  return within(merge(concat(cold), hot), span.from, span.till, newestMax)
}

/** The hot readings of a span, and of the days before the first and last reading of each hour. */
export async function readFirsts(sql: Sql, decoder: Decoder, span: Span): Promise<{ hot: Readings; cold: HourFirsts }> {
  const { hot, cold: packed } = await selectSpan(sql, span, 'hours', null, null)
  const isLong = packed !== null && packed.length > loopHoursBytesMax
  const cold = isLong ? ((await decoder.run({ column: 'hours', packed })) as HourFirsts) : decodeFirsts(packed)
  return { hot: readHotRecords(hot), cold }
}

/** The hot readings of a span, and of the days before the bounds of each hour. */
export async function readBounds(sql: Sql, decoder: Decoder, span: Span): Promise<{ hot: Readings; cold: HourBounds }> {
  const { hot, cold: packed } = await selectSpan(sql, span, 'hours', null, null)
  const isLong = packed !== null && packed.length > loopHoursBytesMax
  const job = { column: 'hours', packed, isBounds: true } as const
  const cold = isLong ? ((await decoder.run(job)) as HourBounds) : decodeBounds(packed)
  return { hot: readHotRecords(hot), cold }
}
