import type { Queries } from '@busbar/database'
import type { Binding } from './bindings.contract.ts'
import type { Arg, Item, Layer } from './items.contract.ts'

/** Contents of a version: the drawing and everything that belongs to it. */
export interface Drawing {
  source: string
  bindings: Binding[]
  args: Arg[]
  items: Item[]
  layers: Layer[]
}

/** Editable fields of a visualization. */
export interface VisSettings extends Drawing {
  name: string
  slug: string
  kind: 'picture' | 'faceplate'
  group: string
  updatePeriodSec: number
  useVisData: boolean
}

export interface VisRow extends VisSettings {
  id: number
  orgId: number
  cleanedBy: number
  version: number
}

export const visList = (sql: Queries, orgId: number) => sql<{ id: number; name: string }[]>`
  select id, name from visualization where org_id = ${orgId} order by id`

export const visOverview = (sql: Queries, orgId: number) => sql<
  Pick<VisRow, 'id' | 'name' | 'kind' | 'group' | 'version'>[]
>`
  select id, name, kind, group_name as "group", version from visualization
  where org_id = ${orgId} order by group_name, name, id`

export const visById = (sql: Queries, orgId: number, ids: readonly number[]) => sql<VisRow[]>`
  select id, org_id as "orgId", name, slug, source, cleaned_by as "cleanedBy", bindings, kind, group_name as "group",
         args, items, layers, version, update_period_sec as "updatePeriodSec", use_vis_data as "useVisData"
  from visualization where org_id = ${orgId} and id = any(${ids}::bigint[])`

/** Slugs of visualizations that fit one of the patterns. */
export const visSlugs = async (sql: Queries, orgId: number, patterns: readonly string[]): Promise<string[]> => {
  const rows = await sql<{ slug: string }[]>`
    select slug from visualization where org_id = ${orgId} and slug like any(${patterns})`
  return rows.map(({ slug }) => slug)
}

export const countVis = async (sql: Queries, orgId: number): Promise<number> => {
  const [{ count }] = await sql<[{ count: number }]>`select count(*) from visualization where org_id = ${orgId}`
  return count
}

export const insertVis = async (
  tx: Queries,
  orgId: number,
  vis: VisSettings,
  cleanedBy: number,
  createdOn: Date,
): Promise<number> => {
  const [row] = await tx<[{ id: number }]>`
    insert into visualization (org_id, name, slug, source, cleaned_by, bindings, kind, group_name, args, items, layers,
                               update_period_sec, use_vis_data, created_on)
    values (${orgId}, ${vis.name}, ${vis.slug}, ${vis.source}, ${cleanedBy}, ${tx.json(vis.bindings)}, ${vis.kind},
            ${vis.group}, ${tx.json(vis.args)}, ${tx.json(vis.items)}, ${tx.json(vis.layers)}, ${vis.updatePeriodSec}, ${vis.useVisData}, ${createdOn})
    returning id`
  return row.id
}

export const updateVis = async (
  tx: Queries,
  orgId: number,
  visId: number,
  vis: VisSettings & { version: number },
  cleanedBy: number,
): Promise<void> => {
  await tx`
    update visualization set name = ${vis.name}, slug = ${vis.slug}, source = ${vis.source}, cleaned_by = ${cleanedBy},
      bindings = ${tx.json(vis.bindings)}, kind = ${vis.kind}, group_name = ${vis.group}, args = ${tx.json(vis.args)},
      items = ${tx.json(vis.items)}, layers = ${tx.json(vis.layers)}, version = ${vis.version}, update_period_sec = ${vis.updatePeriodSec},
      use_vis_data = ${vis.useVisData}
    where org_id = ${orgId} and id = ${visId}`
}

/** Only what the items are changes: where they lead to. */
export const setItems = async (tx: Queries, orgId: number, visId: number, items: readonly Item[]): Promise<void> => {
  await tx`update visualization set items = ${tx.json(items)} where org_id = ${orgId} and id = ${visId}`
}

export const deleteVis = async (tx: Queries, orgId: number, visId: number): Promise<void> => {
  await tx`delete from visualization where org_id = ${orgId} and id = ${visId}`
}

/** Sources of a visualization's data; saved values only if they are used. */
export interface DataSource {
  id: number
  bindings: Binding[]
  saved: Record<string, string> | null
}

export const dataSources = (sql: Queries, orgId: number, ids: readonly number[]) => sql<DataSource[]>`
  select v.id, v.bindings, case when v.use_vis_data then (
      select json_object_agg(s.code, s.value) from visualization_data s
      where s.org_id = v.org_id and s.visualization_id = v.id) end as saved
  from visualization v where v.org_id = ${orgId} and v.id = any(${ids}::bigint[])`

/** All saved values, used or not. */
export const savedData = async (sql: Queries, orgId: number, visId: number): Promise<Map<string, string>> => {
  const rows = await sql<{ code: string; value: string }[]>`
    select code, value from visualization_data where org_id = ${orgId} and visualization_id = ${visId}`
  return new Map(rows.map(({ code, value }) => [code, value]))
}

export const saveData = async (
  tx: Queries,
  orgId: number,
  visId: number,
  code: string,
  value: string,
): Promise<void> => {
  await tx`
    insert into visualization_data (org_id, visualization_id, code, value) values (${orgId}, ${visId}, ${code}, ${value})
    on conflict (org_id, visualization_id, code) do update set value = excluded.value`
}

export const removeData = async (tx: Queries, orgId: number, visId: number, code: string): Promise<void> => {
  await tx`
    delete from visualization_data where org_id = ${orgId} and visualization_id = ${visId} and code = ${code}`
}

export const copyData = async (tx: Queries, orgId: number, from: number, to: number): Promise<void> => {
  await tx`
    insert into visualization_data (org_id, visualization_id, code, value)
    select org_id, ${to}, code, value from visualization_data where org_id = ${orgId} and visualization_id = ${from}`
}
