import type { Queries } from '@busbar/database'
import type { Branch, Sensor } from './tree.rules.ts'

export interface TreeRow {
  id: string
  name: string
  timeZone: string
}

export interface StoredTree extends TreeRow {
  branches: Branch[]
  sensors: Sensor[]
}

export const treesOf = (sql: Queries, orgId: number) => sql<TreeRow[]>`
  select id, name, time_zone as "timeZone" from sense_tree where org_id = ${orgId} order by created_on, id`

export const treeById = async (sql: Queries, orgId: number, id: string): Promise<StoredTree | undefined> => {
  const [[tree], branches, sensors] = await Promise.all([
    sql<TreeRow[]>`select id, name, time_zone as "timeZone" from sense_tree where org_id = ${orgId} and id = ${id}`,
    sql<Branch[]>`
      select id, name, parent_id as "parentId" from sense_branch where org_id = ${orgId} and tree_id = ${id} order by n`,
    sql<Sensor[]>`
      select s.id, s.name, s.branch_id as "branchId", s.series_id as "seriesId", r.param_id as "paramId", r.kind, s.multiplier,
        s.is_main as "isMain"
      from sense_sensor s join sense_series r on r.org_id = s.org_id and r.id = s.series_id
      where s.org_id = ${orgId} and s.tree_id = ${id} order by s.n`,
  ])
  return tree && { ...tree, branches: [...branches], sensors: [...sensors] }
}

export const treeIdOfBranch = async (sql: Queries, orgId: number, branchId: string): Promise<string | undefined> => {
  const [row] = await sql<{ id: string }[]>`
    select tree_id as id from sense_branch where org_id = ${orgId} and id = ${branchId}`
  return row?.id
}

export const treeIdOfSensor = async (sql: Queries, orgId: number, sensorId: string): Promise<string | undefined> => {
  const [row] = await sql<{ id: string }[]>`
    select tree_id as id from sense_sensor where org_id = ${orgId} and id = ${sensorId}`
  return row?.id
}

export const insertTree = async (tx: Queries, orgId: number, tree: TreeRow, now: Date): Promise<void> => {
  await tx`
    insert into sense_tree (org_id, id, name, time_zone, created_on)
    values (${orgId}, ${tree.id}, ${tree.name}, ${tree.timeZone}, ${now})`
}

export const renameTree = async (tx: Queries, orgId: number, id: string, name: string): Promise<void> => {
  await tx`update sense_tree set name = ${name} where org_id = ${orgId} and id = ${id}`
}

export const deleteTree = async (tx: Queries, orgId: number, id: string): Promise<void> => {
  await tx`delete from sense_tree where org_id = ${orgId} and id = ${id}`
}

/** Inserts branches, parents before children. */
export const insertBranches = async (
  tx: Queries,
  orgId: number,
  treeId: string,
  branches: readonly Branch[],
): Promise<void> => {
  await tx`
    insert into sense_branch (org_id, id, tree_id, parent_id, name)
    select ${orgId}, id, ${treeId}, "parentId", name
    from rows from (jsonb_to_recordset(${tx.json(branches)}) as (id uuid, "parentId" uuid, name text))
      with ordinality as given (id, "parentId", name, n) order by n`
}

export const changeBranch = async (tx: Queries, orgId: number, { id, name, parentId }: Branch): Promise<void> => {
  await tx`update sense_branch set name = ${name}, parent_id = ${parentId} where org_id = ${orgId} and id = ${id}`
}

/** Puts branches of a tree in this order. There are never more of them than numbers were given out: what is made later stands behind. */
export const orderBranches = async (tx: Queries, orgId: number, ids: readonly string[]): Promise<void> => {
  await tx`
    update sense_branch b set n = given.n from unnest(${[...ids]}::uuid[]) with ordinality given (id, n)
    where b.org_id = ${orgId} and b.id = given.id`
}

export const orderSensors = async (tx: Queries, orgId: number, ids: readonly string[]): Promise<void> => {
  await tx`
    update sense_sensor s set n = given.n from unnest(${[...ids]}::uuid[]) with ordinality given (id, n)
    where s.org_id = ${orgId} and s.id = given.id`
}

/** Deletes a branch with all branches below it. */
export const deleteBranch = async (tx: Queries, orgId: number, id: string): Promise<void> => {
  await tx`delete from sense_branch where org_id = ${orgId} and id = ${id}`
}

export const insertSensors = async (
  tx: Queries,
  orgId: number,
  treeId: string,
  sensors: readonly Sensor[],
): Promise<void> => {
  await tx`
    insert into sense_sensor (org_id, id, tree_id, branch_id, series_id, name, multiplier, is_main)
    select ${orgId}, id, ${treeId}, "branchId", "seriesId", name, multiplier, "isMain"
    from rows from (jsonb_to_recordset(${tx.json(sensors)}) as (
      id uuid, "branchId" uuid, "seriesId" bigint, name text, multiplier float8, "isMain" boolean))
      with ordinality as given (id, "branchId", "seriesId", name, multiplier, "isMain", n) order by n`
}

export const changeSensor = async (tx: Queries, orgId: number, sensor: Sensor): Promise<void> => {
  await tx`
    update sense_sensor set name = ${sensor.name}, branch_id = ${sensor.branchId}, is_main = ${sensor.isMain},
      series_id = ${sensor.seriesId}, multiplier = ${sensor.multiplier}
    where org_id = ${orgId} and id = ${sensor.id}`
}

export const deleteSensor = async (tx: Queries, orgId: number, id: string): Promise<void> => {
  await tx`delete from sense_sensor where org_id = ${orgId} and id = ${id}`
}

export const paramFacts = async (tx: Queries, orgId: number, id: number) => {
  const [row] = await tx<{ deviceId: number; valueType: string }[]>`
    select device_id as "deviceId", value_type as "valueType" from param where org_id = ${orgId} and id = ${id}`
  return row
}

/** The series of a parameter, made where there is none. */
export const seriesOf = async (
  tx: Queries,
  orgId: number,
  series: { paramId: number; deviceId: number; kind: string },
  now: Date,
): Promise<number> => {
  const [row] = await tx<[{ id: number }]>`
    insert into sense_series (org_id, param_id, device_id, kind, created_on)
    values (${orgId}, ${series.paramId}, ${series.deviceId}, ${series.kind}, ${now})
    on conflict (org_id, param_id, kind) do update set kind = excluded.kind returning id`
  return row.id
}

/** Series are kept in the time zones of the trees that they are in, and as long as they are in one. */
export const syncSeries = async (tx: Queries, orgId: number): Promise<void> => {
  await tx`
    delete from sense_series s where org_id = ${orgId} and not exists (
      select from sense_sensor e where e.org_id = s.org_id and e.series_id = s.id)`
  await tx`
    delete from sense_zone z where org_id = ${orgId} and not exists (
      select from sense_sensor e join sense_tree t on t.org_id = e.org_id and t.id = e.tree_id
      where e.org_id = z.org_id and e.series_id = z.series_id and t.time_zone = z.time_zone)`
  await tx`
    insert into sense_zone (org_id, series_id, time_zone)
    select distinct e.org_id, e.series_id, t.time_zone from sense_sensor e
    join sense_tree t on t.org_id = e.org_id and t.id = e.tree_id where e.org_id = ${orgId}
    order by e.series_id, t.time_zone
    on conflict do nothing`
}

const unusedMax = 1000

/** Recorded parameters that count energy or a volume, or show active power, and that no tree has. */
export const unusedParams = (sql: Queries, orgId: number) => sql<
  { paramId: number; name: string; deviceName: string; netName: string; unitName: string }[]
>`
  select p.id as "paramId", shown_text(p.name) as name, d.name as "deviceName", n.name as "netName", p.unit_name as "unitName"
  from param p join device d on d.org_id = p.org_id and d.id = p.device_id join net n on n.org_id = d.org_id and n.id = d.net_id
  where p.org_id = ${orgId} and p.is_tracked and p.value_type <> 'string'
    and p.unit_name ~ '^([kMGT]?(W|Wh|J|cal)|m3|m³|Nm3|Nm³|l|L)$'
    and not exists (select from sense_series s where s.org_id = p.org_id and s.param_id = p.id)
  order by n.name, d.name, p.id limit ${unusedMax}`
