import type { Transactions, Tx } from '@busbar/database'
import { type Clock, Periodic } from '@busbar/kit'
import type { Language } from '@busbar/messaging/texts'
import type { AccountMails } from './account-mails.ts'

export interface UndeliveredNoticesOptions {
  db: Transactions
  clock: Clock
  now: () => Date
  mails: Pick<AccountMails, 'isOn' | 'language' | 'wake'>
  log: { error(details: object, message: string): void }
}

const checkMs = 60_000

/** Tells the administrators of the installation by mail that messages about alerts were not delivered: once an hour at most, with how many. */
export class UndeliveredNotices {
  readonly #options: UndeliveredNoticesOptions
  readonly #checks: Periodic

  constructor(options: UndeliveredNoticesOptions) {
    this.#options = options
    const { clock, log } = options
    this.#checks = new Periodic({
      name: 'undelivered notices',
      clock,
      everyMs: checkMs,
      work: () => this.check(),
      onError: (error) => log.error({ err: error }, 'administrators were not notified of undelivered messages'),
    })
  }

  start(): void {
    this.#checks.start()
  }

  stop(): Promise<void> {
    return this.#checks.stop()
  }

  async check(): Promise<void> {
    const { db, now, mails } = this.#options
    if (!mails.isOn) return
    if ((await db.tx((tx) => queueUndelivered(tx, mails.language, now()))) > 0) mails.wake()
  }
}

const noticeIntervalMs = 3_600_000
const adminsMax = 20

/**
 * Queues a mail to the administrators if messages failed since the last one, at most once an hour; returns the number
 * of mails. An installation without administrators and with a single organization notifies its owners. Test messages
 * and notices about unreachable recipients do not count.
 */
const queueUndelivered = async (tx: Tx, language: Language, now: Date): Promise<number> => {
  await tx`insert into admin_notice (kind, told_on) values ('undelivered', to_timestamp(0)) on conflict do nothing`
  const [undelivered] = await tx<{ on: Date; count: number }[]>`
    select told_on as "on", (select count(*)::int from message
      where undelivered_on > told_on and alert_id <> 0 and item !~ '^[nt]') as count
    from admin_notice where kind = 'undelivered' and told_on <= ${new Date(now.getTime() - noticeIntervalMs)} for update`
  if (undelivered === undefined || undelivered.count === 0) return 0
  const { count } = await tx`
    insert into account_mail (kind, email, language, count, next_try_on)
    select 'undelivered', a.email, ${language}, ${undelivered.count}::int, ${now}::timestamptz from account a
    where a.email is not null and (a.is_installation_admin
      or (not exists (select from account where is_installation_admin)
        and (select count(*) from (select from org where not is_sample limit 2) first_two) = 1
        and exists (select from membership m where m.account_id = a.id and m.role = 'owner')))
    order by a.id limit ${adminsMax}`
  if (count > 0) await tx`update admin_notice set told_on = ${now} where kind = 'undelivered'`
  return count
}
