import type { Queries } from '@busbar/database'
import type { DegreeDaysSetting } from './degree-days.contract.ts'

/** Null where there is none, or its parameter is gone. */
export const degreeDaysSettingOf = async (
  sql: Queries,
  orgId: number,
  treeId: string,
): Promise<DegreeDaysSetting | null> => {
  const [row] = await sql<{ setting: DegreeDaysSetting | null }[]>`
    select degree_days as setting from sense_tree t where org_id = ${orgId} and id = ${treeId} and exists (
      select from param p where p.org_id = t.org_id and p.id = (t.degree_days ->> 'paramId')::bigint)`
  return row?.setting ?? null
}

export const setDegreeDays = async (
  tx: Queries,
  orgId: number,
  treeId: string,
  setting: DegreeDaysSetting | null,
): Promise<void> => {
  await tx`
    update sense_tree set degree_days = ${setting === null ? null : tx.json(setting)}
    where org_id = ${orgId} and id = ${treeId}`
}
