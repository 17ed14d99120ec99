import { type Queries, rowJson } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import type { Handlers } from '../../accounts/call.ts'
import type { AlertingNeeds } from '../needs.ts'
import type { notifications } from './notifications.contract.ts'

interface NotificationRow {
  id: string
  texts: Record<string, string>
  createdOn: Date
}

/** The newest that the account has not dismissed. */
const notificationsFor = (sql: Queries, accountId: number, countMax: number) => sql<NotificationRow[]>`
  select n.id, n.texts, n.created_on as "createdOn"
  from notification n
  where not exists (
    select from notification_dismissal d where d.notification_id = n.id and d.account_id = ${accountId})
  order by n.created_on desc, n.id
  limit ${countMax}`

/** Null when there is no such notification; false when the account had dismissed it before. */
const dismiss = async (sql: Queries, id: string, accountId: number, now: Date): Promise<boolean | null> => {
  const [outcome] = await sql<{ created: boolean }[]>`
    with found as (
      select id from notification where id = ${id}
    ), made as (
      insert into notification_dismissal (notification_id, account_id, dismissed_on)
      select id, ${accountId}::bigint, ${now}::timestamptz from found
      on conflict do nothing
      returning notification_id
    )
    select exists (select from made) as created from found`
  return outcome?.created ?? null
}

const listMax = 100

export const notificationsHandlers: Handlers<typeof notifications, AlertingNeeds> = {
  async list({ db, caller }) {
    const rows = await notificationsFor(db.sql, caller.accountId, listMax)
    return rows.map(rowJson)
  },

  async dismiss({ db, caller, now }, { notificationId }) {
    const created = await dismiss(db.sql, notificationId, caller.accountId, now())
    if (created === null) throw new Refusal('ObjectNotFound')
    return { status: 'ok', created }
  },
}
