import type { Database } from '@busbar/database'
import { loadChunks } from '@busbar/readings'

/** Number of sensors with readings; the others have stored figures only. */
export const sampled = 10
const sensorsMax = 1000
const sensorsPerBranch = 5
const quarterMs = 900_000
const quartersPerDay = 96
const dayMs = 86_400_000

/** Parameters, and in each tree branches with sensors below its top: the first of all parameters. */
export const addSensors = async (
  { sql }: Database,
  orgId: number,
  trees: readonly (readonly [sensors: number, topId: string])[],
): Promise<void> => {
  await sql`insert into net (org_id, id, name, slug, created_on) values (${orgId}, 1, 'Net', 'net', now())`
  await sql`
    insert into device (org_id, id, net_id, name, slug, modbus_unit_id, created_on, disabled_on)
    select ${orgId}, i, 1, 'Meter', 'meter-' || i, 1, now(), now() from generate_series(1, ${sensorsMax}::bigint) i`
  await sql`
    insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type, multiplier)
    select ${orgId}, i, i, '{"en": "Energy"}', 'e', 0, 'input', 'u32', 0.01 from generate_series(1, ${sensorsMax}::bigint) i`
  await sql`
    insert into sense_series (org_id, id, param_id, device_id, kind, is_new, created_on)
    select ${orgId}, i, i, i, 'energy', i <= ${sampled}, now() from generate_series(1, ${sensorsMax}::bigint) i`
  for (const [sensors, topId] of trees) {
    await sql`
      with top as (select tree_id, id from sense_branch where id = ${topId}),
      branches as (
        insert into sense_branch (org_id, id, tree_id, parent_id, name)
        select ${orgId}, gen_random_uuid(), tree_id, id, i::text
        from top, generate_series(0, ${sensors / sensorsPerBranch - 1}::bigint) i returning id, tree_id, name
      )
      insert into sense_sensor (org_id, id, tree_id, branch_id, series_id, name)
      select ${orgId}, gen_random_uuid(), tree_id, id, name::bigint * ${sensorsPerBranch} + n, 'Meter'
      from branches, generate_series(1, ${sensorsPerBranch}::bigint) n`
  }
  await sql`
    insert into sense_zone (org_id, series_id, time_zone, is_built)
    select distinct s.org_id, s.series_id, t.time_zone, s.series_id > ${sampled} from sense_sensor s
    join sense_tree t on t.org_id = s.org_id and t.id = s.tree_id`
}

/** A reading each quarter-hour, of counters that go faster by day than by night. */
export const loadYear = async ({ sql }: Database, orgId: number, days: number): Promise<number> => {
  const from = Math.floor(Date.now() / dayMs - days) * dayMs
  // Up to now, because queries end now and not at midnight.
  const count = Math.floor((Date.now() - from) / quarterMs)
  for (let paramId = 1; paramId <= sampled; paramId += 1) {
    let hundredths = paramId * 100_000
    const values = Float64Array.from({ length: count }, (_, at) => {
      hundredths += 20 + Math.round(15 * Math.sin((at * 2 * Math.PI) / quartersPerDay)) + ((at * paramId) % 7)
      return hundredths / 100
    })
    const times = Float64Array.from({ length: count }, (_, at) => from + at * quarterMs + 1000)
    await loadChunks(sql, orgId, paramId, { times, values })
  }
  return sampled * count
}

/** Gives the figures of those with readings to the others; answers with the bytes that all take for each sensor and day. */
export const copyFigures = async ({ sql }: Database, timeZone: string): Promise<number> => {
  await sql`delete from sense_half where series_id > ${sampled}`
  await sql`
    insert into sense_day (org_id, series_id, day, amounts, start_on, start_value, end_on, end_value)
    select d.org_id, s.id, d.day, d.amounts, d.start_on, d.start_value, d.end_on, d.end_value
    from sense_series s join sense_day d on d.org_id = s.org_id and d.series_id = s.id % ${sampled} + 1
    where s.id > ${sampled}`
  await sql`
    insert into sense_half (org_id, series_id, time_zone, half, amounts)
    select m.org_id, s.id, ${timeZone}, m.half, m.amounts
    from sense_series s join sense_half m on m.org_id = s.org_id and m.series_id = s.id % ${sampled} + 1
    where s.id > ${sampled}`
  // As the database does by itself before long.
  await sql`vacuum analyze`
  const [row] = await sql<[{ bytes: number }]>`
    select (pg_total_relation_size('sense_day') + pg_total_relation_size('sense_half'))::float8
      / (select count(*) from sense_day) as bytes`
  return row.bytes
}
