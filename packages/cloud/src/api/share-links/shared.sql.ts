import type { Queries } from '../../db/sql.ts'

export interface OpenedBoard {
  name: string
  isDefault: boolean
  orgName: string
}

export const openedBoard = async (
  sql: Queries,
  orgId: number,
  dashboardId: number,
): Promise<OpenedBoard | undefined> => {
  const [row] = await sql<OpenedBoard[]>`
    select d.name, d.is_default as "isDefault", o.name as "orgName"
    from dashboard d join org o on o.id = d.org_id where d.org_id = ${orgId} and d.id = ${dashboardId}`
  return row
}
