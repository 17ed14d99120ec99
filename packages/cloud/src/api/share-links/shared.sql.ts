import type { Queries } from '../../db/sql.ts'

export interface OpenedObject {
  name: string
  isDefault: boolean
  orgName: string
}

export const openedBoard = async (
  sql: Queries,
  orgId: number,
  dashboardId: number,
): Promise<OpenedObject | undefined> => {
  const [row] = await sql<OpenedObject[]>`
    select d.name, d.is_default as "isDefault", o.name as "orgName"
    from dashboard d join org o on o.id = d.org_id where d.org_id = ${orgId} and d.id = ${dashboardId}`
  return row
}

export const openedReport = async (
  sql: Queries,
  orgId: number,
  reportId: string,
): Promise<OpenedObject | undefined> => {
  const [row] = await sql<OpenedObject[]>`
    select r.name, false as "isDefault", o.name as "orgName"
    from report r join org o on o.id = r.org_id where r.org_id = ${orgId} and r.id = ${reportId}`
  return row
}
