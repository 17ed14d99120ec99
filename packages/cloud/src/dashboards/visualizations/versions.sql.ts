import type { Queries } from '@busbar/database'
import type { Drawing, VisRow } from './visualizations.sql.ts'

/** Earlier ones of one visualization. */
const versionsMax = 20

export interface VersionRow {
  version: number
  replacedOn: string
  replacedBy: string
}

/** Keeps a visualization as it was; the oldest versions go. */
export const archiveVersion = async (
  tx: Queries,
  before: VisRow,
  replacedOn: Date,
  replacedBy: string,
): Promise<void> => {
  const { orgId, id, version, source, cleanedBy, bindings, args, items, layers } = before
  await tx`
    insert into visualization_version (org_id, visualization_id, version, replaced_on, replaced_by, source, cleaned_by, bindings,
                                       args, items, layers)
    values (${orgId}, ${id}, ${version}, ${replacedOn}, ${replacedBy}, ${source}, ${cleanedBy}, ${tx.json(bindings)},
            ${tx.json(args)}, ${tx.json(items)}, ${tx.json(layers)})`
  await tx`
    delete from visualization_version
    where org_id = ${orgId} and visualization_id = ${id} and version <= ${version - versionsMax}`
}

/** From the newest on. */
export const versionList = (sql: Queries, orgId: number, visId: number) => sql<
  (Omit<VersionRow, 'replacedOn'> & { replacedOn: Date })[]
>`
  select version, replaced_on as "replacedOn", replaced_by as "replacedBy" from visualization_version
  where org_id = ${orgId} and visualization_id = ${visId} order by version desc`

export const versionOf = async (
  sql: Queries,
  orgId: number,
  visId: number,
  version: number,
): Promise<(Drawing & { cleanedBy: number }) | undefined> => {
  const [found] = await sql<(Drawing & { cleanedBy: number })[]>`
    select source, cleaned_by as "cleanedBy", bindings, args, items, layers from visualization_version
    where org_id = ${orgId} and visualization_id = ${visId} and version = ${version}`
  return found
}

/** Diagrams that contain a faceplate, and how often. */
export const placementsOf = (sql: Queries, orgId: number, visId: number) => sql<
  { id: number; name: string; count: number }[]
>`
  select v.id, v.name, count(*) from visualization v
  cross join lateral jsonb_array_elements(v.items) as i (item)
  where v.org_id = ${orgId} and v.items @> ${sql.json([{ use: { visId } }])} and (i.item -> 'use' ->> 'visId')::bigint = ${visId}
  group by v.id, v.name order by v.name, v.id`
