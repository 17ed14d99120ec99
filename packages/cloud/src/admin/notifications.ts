import { randomUUID } from 'node:crypto'
import { type Admin, AdminProblem } from './admin.ts'

/** By language: en, pl, ru, uk. */
export type NotificationTexts = Readonly<Record<string, string>>
interface NotificationRow {
  id: string
  texts: NotificationTexts
  createdOn: Date
  dismissals: number
}

/** A message to all users of the installation, until each dismisses it; its id. */
export const createNotification = async ({ db: { sql }, now }: Admin, texts: NotificationTexts): Promise<string> => {
  const id = randomUUID()
  await sql`insert into notification (id, texts, created_on) values (${id}, ${sql.json(texts)}, ${now()})`
  return id
}

export const listNotifications = ({ db: { sql } }: Admin): Promise<NotificationRow[]> => sql<NotificationRow[]>`
  select id, texts, created_on as "createdOn",
         (select count(*) from notification_dismissal d where d.notification_id = notification.id) as dismissals
  from notification order by created_on, id`

export const deleteNotification = async ({ db: { sql } }: Admin, id: string): Promise<void> => {
  const gone = await sql`delete from notification where id = ${id} returning 1`
  if (gone.length === 0) throw new AdminProblem(`There is no notification ${id}.`)
}
