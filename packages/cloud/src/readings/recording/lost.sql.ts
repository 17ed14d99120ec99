import type { Queries } from '../../db/sql.ts'
import type { LostRun } from './losses.ts'

/** Gives what was stored, which is all but runs of devices that are gone. What was stored before, when the answer was lost, is stored once. */
export const storeLost = async (sql: Queries, runs: readonly LostRun[], now: Date): Promise<LostRun[]> => {
  const stored = await sql<{ deviceId: number }[]>`
    insert into lost_polls (org_id, device_id, from_on, till_on, polls, reason, noted_on)
    select d.org_id, d.id, to_timestamp(r."from" / 1000), to_timestamp(r.till / 1000), r.polls, r.reason, ${now}
    from jsonb_to_recordset(${sql.json(runs)}) r ("orgId" bigint, "deviceId" bigint, "from" float8, till float8, polls int, reason text)
    join device d on d.org_id = r."orgId" and d.id = r."deviceId"
    on conflict (org_id, device_id, from_on, reason) do update set
      till_on = greatest(lost_polls.till_on, excluded.till_on), polls = greatest(lost_polls.polls, excluded.polls)
    returning device_id as "deviceId"`
  const known = new Set(stored.map(({ deviceId }) => deviceId))
  return runs.filter(({ deviceId }) => known.has(deviceId))
}
