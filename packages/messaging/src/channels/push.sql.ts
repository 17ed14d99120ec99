import type { ContactHours } from '@busbar/alerts/contacts'
import type { Queries } from '@busbar/database'
import type { Language } from '../message/message.ts'
import type { PushKeys } from './push-encrypt.ts'

/** A browser that receives push messages. */
export interface PushTarget extends PushKeys {
  endpoint: string
  language: Language
}

/** Undefined if the subscription or its user was deleted. */
export const pushTarget = async (sql: Queries, orgId: number, id: number): Promise<PushTarget | undefined> => {
  const [row] = await sql<PushTarget[]>`
    select endpoint, p256dh, auth, language from push_subscription where org_id = ${orgId} and id = ${id}`
  return row
}

export const notePushed = async (sql: Queries, orgId: number, id: number, now: Date): Promise<void> => {
  await sql`update push_subscription set last_sent_on = ${now} where org_id = ${orgId} and id = ${id}`
}

/** The push service no longer knows it. */
export const endPush = async (sql: Queries, orgId: number, id: number): Promise<void> => {
  await sql`delete from push_subscription where org_id = ${orgId} and id = ${id}`
}

/** The user of a subscribed browser, as far as messages need it. */
export interface PushUser {
  /** As the log of an alert names who confirmed it. */
  name: string
  mayConfirm: boolean
  language: Language
  timeZone: string
  /** Hours of the member's contact; null: all hours. */
  hours: ContactHours[] | null
  isAlwaysForCritical: boolean
}

export const pushUser = async (tx: Queries, orgId: number, id: number): Promise<PushUser | undefined> => {
  const [row] = await tx<PushUser[]>`
    select a.name, m.role in ('operator', 'manager', 'owner') as "mayConfirm", s.language, o.time_zone as "timeZone", c.hours,
      coalesce(c.is_always_for_critical, true) as "isAlwaysForCritical"
    from push_subscription s
    join membership m on m.org_id = s.org_id and m.account_id = s.account_id
    join account a on a.id = s.account_id
    join org o on o.id = s.org_id
    left join lateral (select hours, is_always_for_critical from contact
      where org_id = s.org_id and account_id = s.account_id order by id limit 1) c on true
    where s.org_id = ${orgId} and s.id = ${id}`
  return row
}
