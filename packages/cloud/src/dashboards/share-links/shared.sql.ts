import type { Queries } from '@busbar/database'
import type { SharedObject } from '../../accounts/access/shared-contents.ts'

export interface OpenedObject {
  name: string
  isDefault: boolean
  orgName: string
}

const queries = {
  dashboard: (sql: Queries, orgId: number, id: number | string) => sql<OpenedObject[]>`
    select d.name, d.is_default as "isDefault", o.name as "orgName"
    from dashboard d join org o on o.id = d.org_id where d.org_id = ${orgId} and d.id = ${id}`,
  picture: (sql: Queries, orgId: number, id: number | string) => sql<OpenedObject[]>`
    select v.name, false as "isDefault", o.name as "orgName"
    from visualization v join org o on o.id = v.org_id where v.org_id = ${orgId} and v.id = ${id}`,
  report: (sql: Queries, orgId: number, id: number | string) => sql<OpenedObject[]>`
    select r.name, false as "isDefault", o.name as "orgName"
    from report r join org o on o.id = r.org_id where r.org_id = ${orgId} and r.id = ${id}`,
}

export const openedObject = async (
  sql: Queries,
  orgId: number,
  { kind, id }: Pick<SharedObject, 'kind' | 'id'>,
): Promise<OpenedObject | undefined> => {
  const [row] = await queries[kind](sql, orgId, id)
  return row
}
