import type { Tx } from '../db/sql.ts'
import type { Language } from '../texts/texts.ts'

const apartMs = 3_600_000
const adminsMax = 20

/**
 * Puts a mail to the administrators in the queue when messages were given up since the last one, and that is an hour ago; gives how many mails.
 * While nobody is named one, and there is one organization only, its owners are told. Tests, and notices that somebody was not reached, do not count.
 */
export const queueUndelivered = async (tx: Tx, language: Language, now: Date): Promise<number> => {
  await tx`insert into admin_notice (kind, told_on) values ('undelivered', to_timestamp(0)) on conflict do nothing`
  const [told] = await tx<{ on: Date; count: number }[]>`
    select told_on as "on", (select count(*)::int from message
      where undelivered_on > told_on and alert_id <> 0 and item !~ '^[nt]') as count
    from admin_notice where kind = 'undelivered' and told_on <= ${new Date(now.getTime() - apartMs)} for update`
  if (told === undefined || told.count === 0) return 0
  const { count } = await tx`
    insert into account_mail (kind, email, language, count, next_try_on)
    select 'undelivered', a.email, ${language}, ${told.count}::int, ${now}::timestamptz from account a
    where a.email is not null and (a.is_installation_admin
      or (not exists (select from account where is_installation_admin)
        and (select count(*) from (select from org limit 2) first_two) = 1
        and exists (select from membership m where m.account_id = a.id and m.role = 'owner')))
    order by a.id limit ${adminsMax}`
  if (count > 0) await tx`update admin_notice set told_on = ${now} where kind = 'undelivered'`
  return count
}
