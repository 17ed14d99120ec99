import type { Queries } from '../../db/sql.ts'
import { readHotRecords } from './hot-records.ts'
import { type Hot, hotReader, type Latest, latestOf } from './latest.rules.ts'
import { type OnTimeRow, selectOnTime, selectOwnOnTime } from './on-time.sql.ts'
import { sharedRoom } from './packed-days.ts'

/** For each parameter the latest reading at `till` or before, or null. */
export async function readOnTime(
  sql: Queries,
  orgId: number,
  paramIds: readonly number[],
  till: number,
): Promise<(Latest | null)[]> {
  const latest = new Map<number, Latest | null>()
  const roomFor = sharedRoom()
  const rows = await selectOnTime(sql, orgId, paramIds, till)
  const polls = new Map(rows.flatMap(({ poll }) => (poll === null ? [] : [[poll.deviceId, hotReader(poll)]])))
  const hotOf = ({ paramId, deviceId, isText }: OnTimeRow): Hot | null | undefined => {
    const read = polls.get(deviceId)
    return isText || read === undefined ? null : read(paramId)
  }
  const rest: number[] = []
  for (const row of rows) {
    const hot = hotOf(row)
    const found = hot === undefined ? undefined : latestOf(row, hot, till, roomFor)
    if (found === undefined) rest.push(row.paramId)
    else latest.set(row.paramId, found)
  }
  if (rest.length > 0) {
    for (const row of await selectOwnOnTime(sql, orgId, rest, till)) {
      const { times, values } = readHotRecords(row.hot)
      const hot = times[0] === undefined ? null : { on: times[0], number: values[0] ?? 0 }
      latest.set(row.paramId, latestOf(row, hot, till, roomFor) ?? null)
    }
  }
  return paramIds.map((id) => latest.get(id) ?? null)
}
