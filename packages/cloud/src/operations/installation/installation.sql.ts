import type { Queries } from '@busbar/database'

export interface NoticeRow {
  id: string
  texts: Record<string, string>
  createdOn: Date
  dismissals: number
}

export const noticesOf = (sql: Queries) => sql<NoticeRow[]>`
  select id, texts, created_on as "createdOn",
    (select count(*)::int from notification_dismissal d where d.notification_id = n.id) as dismissals
  from notification n order by created_on desc, id`

export const insertNotice = async (
  sql: Queries,
  id: string,
  texts: Readonly<Record<string, string>>,
  on: Date,
): Promise<void> => {
  await sql`insert into notification (id, texts, created_on) values (${id}, ${sql.json(texts)}, ${on})`
}

/** False where there is none. */
export const deleteNotice = async (sql: Queries, id: string): Promise<boolean> => {
  const deleted = await sql`delete from notification where id = ${id} returning 1`
  return deleted.length > 0
}

export const countPushDevices = async (sql: Queries): Promise<number> => {
  const [row] = await sql<[{ count: number }]>`select count(*)::int as count from push_subscription`
  return row.count
}

/** In whose records it stands that a member changed something of the installation; undefined where they are none's. */
export const firstOrgOf = async (sql: Queries, accountId: number): Promise<number | undefined> => {
  const [row] = await sql<{ orgId: number }[]>`
    select org_id as "orgId" from membership where account_id = ${accountId} order by org_id limit 1`
  return row?.orgId
}
