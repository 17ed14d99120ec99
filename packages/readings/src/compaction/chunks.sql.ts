import type { Queries, Statement } from '@busbar/database'
import { dayMs, dayText } from '../history/days/days.ts'
import type { ChunkRow } from './chunk-row.ts'

export interface StoredChunk {
  paramId: number
  day: number
  count: number
  /** Null without readings; the four fields are then undefined. */
  min: number
  minOn: number
  max: number
  maxOn: number
  hours: Uint8Array
  data: Uint8Array
  blockEnds: number[] | null
  gaps: Uint8Array | null
}

/** Least and greatest reading of a chunk row. */
export const storedExtremes = (sql: Queries): Statement => sql`
  min, round(date_part('epoch', min_on) * 1000) as "minOn", max, round(date_part('epoch', max_on) * 1000) as "maxOn"`

/** Chunks of all days that start from `from` to `till`. */
export const selectChunks = (
  sql: Queries,
  orgId: number,
  paramIds: readonly number[],
  from: number,
  till: number,
): Promise<StoredChunk[]> => sql<StoredChunk[]>`
  select param_id as "paramId", (day - date '1970-01-01') * ${dayMs}::float8 as day, count, ${storedExtremes(sql)}, hours, data,
    block_ends as "blockEnds", gaps
  from chunk
  where org_id = ${orgId} and param_id = any(${[...paramIds]}::bigint[])
    and day between ${dayText(from)} and ${dayText(till)}`

/** Rows per statement: each needs seventeen of at most 65,534 placeholders. */
const rowsMax = 500

/** Replaces chunks. */
export const upsertChunks = async (sql: Queries, orgId: number, chunks: readonly ChunkRow[]): Promise<void> => {
  for (let at = 0; at < chunks.length; at += rowsMax) {
    const rows = chunks.slice(at, at + rowsMax).map((chunk) => ({
      org_id: orgId,
      param_id: chunk.paramId,
      day: dayText(chunk.day),
      count: chunk.count,
      sum: chunk.sum,
      min: chunk.min,
      min_on: instant(chunk.minOn),
      max: chunk.max,
      max_on: instant(chunk.maxOn),
      first: chunk.first,
      first_on: instant(chunk.firstOn),
      last: chunk.last,
      last_on: instant(chunk.lastOn),
      hours: chunk.hours,
      data: chunk.data,
      block_ends: chunk.blockEnds,
      gaps: chunk.gaps,
    }))
    await sql`
      insert into chunk ${sql(rows)}
      on conflict (org_id, param_id, day) do update set count = excluded.count, sum = excluded.sum,
        min = excluded.min, min_on = excluded.min_on, max = excluded.max, max_on = excluded.max_on,
        first = excluded.first, first_on = excluded.first_on, last = excluded.last, last_on = excluded.last_on,
        hours = excluded.hours, data = excluded.data, block_ends = excluded.block_ends,
        gaps = excluded.gaps`
  }
}

const instant = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
