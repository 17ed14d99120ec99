import type { Handlers } from '../accounts/call.ts'
import { isoTime } from '../fields/iso-time.ts'
import { type annotations, annotationsMax } from './annotations.contract.ts'
import { conditionsOnParams, episodesOnParams, writesToParams } from './annotations.sql.ts'
import type { HistoryNeeds } from './needs.ts'
import { visibleByOrg } from './values/visible.ts'

export const annotationsHandlers: Handlers<typeof annotations, HistoryNeeds> = {
  list: async (call, { paramIds: requestedIds, from, till }) => {
    const { sql } = call.db.reading
    const parts = await Promise.all(
      (await visibleByOrg(call, requestedIds)).map(async ({ orgId, paramIds }) => ({
        conditions: await conditionsOnParams(sql, orgId, paramIds, annotationsMax),
        episodes: await episodesOnParams(sql, orgId, paramIds, { from, till }, annotationsMax),
        writes: await writesToParams(sql, orgId, paramIds, { from, till }, annotationsMax),
      })),
    )
    return {
      conditions: parts.flatMap(({ conditions }) => conditions),
      episodes: parts.flatMap(({ episodes }) =>
        episodes.map((row) => ({
          ...row,
          startedOn: isoTime(row.startedOn.getTime()),
          endedOn: row.endedOn === null ? null : isoTime(row.endedOn.getTime()),
        })),
      ),
      writes: parts.flatMap(({ writes }) => writes.map((row) => ({ ...row, on: isoTime(row.on.getTime()) }))),
    }
  },
}
