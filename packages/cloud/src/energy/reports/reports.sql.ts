import type { Queries } from '@busbar/database'
import type { CounterFormat } from '../counters/meter.rules.ts'
import { counterColumns } from '../counters/steps.sql.ts'
import type { Tariff } from '../tariffs/tariffs.contract.ts'

export interface BranchRow {
  id: string
  reportId: string
  name: string
  parentId: string | null
  mainId: string
  borders: string | null
  category: string | null
  paramId: number | null
  formula: string | null
  linkId: string | null
  maxPerHour: number | null
  unit: string | null
  decimals: number | null
}

interface ReportRow {
  id: string
  name: string
}

const columns = (sql: Queries) => sql`
  id, report_id as "reportId", name, parent_id as "parentId", main_id as "mainId", borders, category, param_id as "paramId", formula,
  link_id as "linkId", max_per_hour as "maxPerHour", unit, decimals`

export const reportsOf = (sql: Queries, orgId: number) => sql<ReportRow[]>`
  select id, name from report where org_id = ${orgId} order by created_on, id`

export const reportById = async (sql: Queries, orgId: number, id: string): Promise<ReportRow | undefined> => {
  const [report] = await sql<ReportRow[]>`select id, name from report where org_id = ${orgId} and id = ${id}`
  return report
}

export const branchesOfOrg = (sql: Queries, orgId: number) => sql<BranchRow[]>`
  select ${columns(sql)} from report_branch where org_id = ${orgId} order by report_id, position`

export const branchesOfReport = (sql: Queries, orgId: number, reportId: string) => sql<BranchRow[]>`
  select ${columns(sql)} from report_branch where org_id = ${orgId} and report_id = ${reportId} order by position`

/** Main branches with all that is below them. */
export const branchesBelow = (sql: Queries, orgId: number, mainIds: readonly string[]) => sql<BranchRow[]>`
  select ${columns(sql)} from report_branch where org_id = ${orgId} and main_id = any(${mainIds}::uuid[])
  order by report_id, position`

export const branchById = async (sql: Queries, orgId: number, id: string): Promise<BranchRow | undefined> => {
  const [branch] = await sql<BranchRow[]>`
    select ${columns(sql)} from report_branch where org_id = ${orgId} and id = ${id}`
  return branch
}

/** IDs that another report of the organization uses. */
export const takenIds = async (
  tx: Queries,
  orgId: number,
  reportId: string,
  ids: readonly string[],
): Promise<Set<string>> => {
  const rows = await tx<{ id: string }[]>`
    select id from report_branch where org_id = ${orgId} and id = any(${ids}::uuid[]) and report_id <> ${reportId}`
  return new Set(rows.map(({ id }) => id))
}

export interface MainBranch {
  id: string
  reportName: string
  name: string
}

/** IDs that are main branches of the organization in other reports. */
export const otherMains = (tx: Queries, orgId: number, reportId: string, ids: readonly string[]) => tx<MainBranch[]>`
  select b.id, r.name as "reportName", b.name from report_branch b
  join report r on r.org_id = b.org_id and r.id = b.report_id
  where b.org_id = ${orgId} and b.id = any(${ids}::uuid[]) and b.report_id <> ${reportId} and b.parent_id is null`

export interface BranchLink {
  /** The main branch below which the link is. */
  mainId: string
  linkId: string
}

/** All links of the organization's other reports, with names of those who have them. */
export const otherLinks = (tx: Queries, orgId: number, reportId: string) => tx<(BranchLink & MainBranch)[]>`
  select b.main_id as "mainId", b.link_id as "linkId", m.id, r.name as "reportName", m.name from report_branch b
  join report_branch m on m.org_id = b.org_id and m.id = b.main_id
  join report r on r.org_id = b.org_id and r.id = b.report_id
  where b.org_id = ${orgId} and b.link_id is not null and b.report_id <> ${reportId}
  order by b.report_id, b.position`

/** How many other reports there are, and branches in them. */
export const countOthers = async (
  tx: Queries,
  orgId: number,
  reportId: string,
): Promise<{ reports: number; branches: number }> => {
  const [row] = await tx<[{ reports: number; branches: number }]>`
    select (select count(*)::int from report where org_id = ${orgId} and id <> ${reportId}) as reports,
      (select count(*)::int from report_branch where org_id = ${orgId} and report_id <> ${reportId}) as branches`
  return row
}

/** Makes the report, or gives it another name. */
export const putReport = async (tx: Queries, orgId: number, report: ReportRow, now: Date): Promise<void> => {
  await tx`
    insert into report (org_id, id, name, created_on) values (${orgId}, ${report.id}, ${report.name}, ${now})
    on conflict (org_id, id) do update set name = excluded.name`
}

/** All at once, instead of those that there were. */
export const putBranches = async (
  tx: Queries,
  orgId: number,
  reportId: string,
  branches: readonly BranchRow[],
): Promise<void> => {
  await tx`delete from report_branch where org_id = ${orgId} and report_id = ${reportId}`
  const rows = branches.map((branch, position) => ({ ...branch, position }))
  await tx`
    insert into report_branch (org_id, id, report_id, position, name, parent_id, main_id, borders, category, param_id, formula, link_id,
                               max_per_hour, unit, decimals)
    select ${orgId}, id, ${reportId}, position, name, "parentId", "mainId", borders, category, "paramId", formula, "linkId", "maxPerHour", unit, decimals
    from jsonb_to_recordset(${tx.json(rows)}) as given (
      id uuid, position integer, name text, "parentId" uuid, "mainId" uuid, borders text, category text, "paramId" bigint,
      formula text, "linkId" uuid, "maxPerHour" double precision, unit text, decimals smallint)`
}

export const deleteReport = async (tx: Queries, orgId: number, id: string): Promise<void> => {
  await tx`delete from report where org_id = ${orgId} and id = ${id}`
}

/** Numeric parameters of the organization. */
export const counterFormats = (sql: Queries, orgId: number, ids: readonly number[]) => sql<
  (CounterFormat & { id: number; unitName: string | null })[]
>`
  select p.id, p.unit_name as "unitName", ${counterColumns(sql)}
  from param p join device d on d.org_id = p.org_id and d.id = p.device_id
  where p.org_id = ${orgId} and p.id = any(${ids}::bigint[]) and p.value_type <> 'string'`

export const unitsOfParams = async (
  sql: Queries,
  orgId: number,
  ids: readonly number[],
): Promise<Map<number, string | null>> => {
  const rows = await sql<{ id: number; unitName: string | null }[]>`
    select id, unit_name as "unitName" from param where org_id = ${orgId} and id = any(${ids}::bigint[])`
  return new Map(rows.map(({ id, unitName }) => [id, unitName]))
}

export const timeZoneOf = async (sql: Queries, orgId: number): Promise<string> => {
  const [org] = await sql<{ timeZone: string }[]>`select time_zone as "timeZone" from org where id = ${orgId}`
  return org?.timeZone ?? 'UTC'
}

export const setTimeZone = async (tx: Queries, orgId: number, timeZone: string): Promise<void> => {
  await tx`update org set time_zone = ${timeZone} where id = ${orgId}`
}

/** Parameters of the organization with the names of their devices, in the order of the ids. */
export const paramNames = (sql: Queries, orgId: number, ids: readonly number[]) => sql<
  { id: number; name: string; deviceName: string }[]
>`
  select p.id, shown_text(p.name) as name, d.name as "deviceName"
  from param p join device d on d.org_id = p.org_id and d.id = p.device_id
  where p.org_id = ${orgId} and p.id = any(${ids}::bigint[])
  order by array_position(${ids}::bigint[], p.id)`

export const orgNameOf = async (sql: Queries, orgId: number): Promise<string> => {
  const [org] = await sql<{ name: string }[]>`select name from org where id = ${orgId}`
  return org?.name ?? ''
}

export interface PricedParam {
  paramId: number
  treeId: string
  treeName: string
  timeZone: string
  tariff: Tariff
}

/** The trees with a tariff that each of the counters is in, by their names. */
export const pricedParams = (sql: Queries, orgId: number, ids: readonly number[]) => sql<PricedParam[]>`
  select distinct on (t.name, t.id, s.param_id) s.param_id as "paramId", t.id as "treeId", t.name as "treeName",
    t.time_zone as "timeZone", t.tariff
  from sense_series s
  join sense_sensor x on x.org_id = s.org_id and x.series_id = s.id
  join sense_tree t on t.org_id = x.org_id and t.id = x.tree_id
  where s.org_id = ${orgId} and s.kind = 'energy' and s.param_id = any(${ids}::bigint[]) and t.tariff is not null
  order by t.name, t.id, s.param_id`
