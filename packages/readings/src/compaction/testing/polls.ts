import type { Sql, Tx } from '@busbar/database'
import { dayMs, dayText } from '../../history/days/days.ts'
import { rowOf, widened } from '../../recording/row-layout.ts'
import type { ChunkRow } from '../chunk-row.ts'
import { DayEncoder, type EncodeJob } from '../encode-day.ts'

/** A device of an organization of its own. */
export interface TestDevice {
  orgId: number
  deviceId: number
  paramIds: number[]
  textId: number
}

/** A poll; values and reasons belong to its parameters. */
export interface TestPoll {
  on: number
  paramIds: number[]
  values: (number | null)[]
  errors: Record<string, string> | null
}

export const addDevice = async (sql: Sql, paramCount: number): Promise<TestDevice> => {
  const [org] = await sql<[{ id: number }]>`insert into org (name) values ('o') returning id`
  const [net] = await sql<[{ id: number }]>`
    insert into net (org_id, name, slug, created_on) values (${org.id}, 'n', 'n', now()) returning id`
  const [device] = await sql<[{ id: number }]>`
    insert into device (org_id, net_id, name, slug, modbus_unit_id, created_on)
    values (${org.id}, ${net.id}, 'd', 'd', 1, now()) returning id`
  const params = await sql<{ id: number }[]>`
    insert into param (org_id, device_id, name, slug, address, register_kind, value_type)
    select ${org.id}, ${device.id}, '{}', 'p' || n, n, 'holding', case when n = 0 then 'string' else 'f64' end
    from generate_series(0, ${paramCount}) n returning id`
  const [textId = 0, ...paramIds] = params.map(({ id }) => id)
  return { orgId: org.id, deviceId: device.id, paramIds, textId }
}

export const addDays = async (sql: Sql, from: number, count: number): Promise<void> => {
  for (let day = from; day < from + count * dayMs; day += dayMs) {
    const name = `poll_${dayText(day).replaceAll('-', '')}`
    await sql.unsafe(`create table if not exists ${name} partition of poll
      for values from ('${dayText(day)}') to ('${dayText(day + dayMs)}')`)
  }
}

/** Each poll in a layout of its own, the narrowest that holds it. */
export const addPolls = async (sql: Sql, device: TestDevice, polls: readonly TestPoll[]): Promise<void> => {
  for (const { on, paramIds, values, errors } of polls) {
    const cells = widened('0'.repeat(paramIds.length), values)
    const row = rowOf(cells, values)
    const [layout] = await sql<[{ id: number }]>`
      insert into layout (org_id, device_id, param_ids, cells)
      values (${device.orgId}, ${device.deviceId}, ${paramIds}::bigint[], ${cells}) returning id`
    await sql`
      insert into poll (org_id, device_id, read_on, layout_id, narrow, wide, errors)
      values (${device.orgId}, ${device.deviceId}, ${new Date(on)}, ${layout.id}, ${row?.narrow ?? '{}'}::text::int[],
        ${row?.wide ?? null}::text::float8[], ${errors === null ? null : sql.json(errors)})`
  }
}

/** Encodes here and now. */
export const encodeHere = (): { run(job: EncodeJob): Promise<ChunkRow[]> } => {
  const encoder = new DayEncoder()
  return { run: async (job) => encoder.run(job) }
}

class Crash extends Error {}

export const ignoreCrash = (error: unknown): void => {
  if (!(error instanceof Crash)) throw error
}

/** Transactions that break off instead of their `count`th statement or part of one. */
export const crashing = (sql: Sql, count: number): Sql =>
  new Proxy(sql, {
    get: (target, name) =>
      name === 'begin'
        ? (work: (tx: Tx) => Promise<unknown>, mode?: string) => target.begin((tx) => work(breaking(tx, count)), mode)
        : (Reflect.get(target, name) as unknown),
  })

const breaking = (tx: Tx, count: number): Tx => {
  let left = count
  return new Proxy(tx, {
    apply(target, self, parts) {
      left -= 1
      if (left < 0) throw new Crash()
      return Reflect.apply(target as never, self, parts) as unknown
    },
  })
}
