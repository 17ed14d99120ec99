import type { Transactions } from '@busbar/database'
import { type Clock, Periodic, RateLimit } from '@busbar/kit'
import { type SmtpOptions, sendBySmtp } from '@busbar/messaging/channels'
import { type DeliveryResult, failed } from '@busbar/messaging/message'
import { Leases, leaseMs, tryInMs } from '@busbar/messaging/outbox'
import type { Language } from '@busbar/messaging/texts'
import { newToken } from '../access/secrets.ts'
import { sourceOf } from '../sessions/guess-limits.ts'
import { accountMailText } from './account-mail-text.ts'
import {
  addReset,
  deleteMail,
  type MailRow,
  orgNameOf,
  postponeMail,
  putAddressCode,
  putInvitationCode,
  queueMail,
  renewMails,
  takeMail,
} from './account-mails.sql.ts'

export interface AccountMailsOptions {
  db: Transactions
  clock: Clock
  now: () => Date
  /** Null where the installation sends no mail. */
  smtp: () => SmtpOptions | null
  /** Language of mails if the request names none. */
  language: Language
  publicUrl: () => string
  log: { error(details: object, message: string): void }
}

const passMs = 10_000
const atOnceMax = 4
const resetLifetimeMs = 3_600_000
/** Requests for a new password: from one place a minute, and mails to one address in ten minutes. */
const requestsPerMinute = 10
const mailWindowMs = 600_000

/** Mails of the installation: invitations, links to a new password, what administrators must know, reports that were not delivered, and whether reports are wanted. They wait in the database until they are sent. */
export class AccountMails {
  readonly #options: AccountMailsOptions
  readonly #clientRate: RateLimit<string>
  readonly #addressRate: RateLimit<string>
  readonly #underWay = new Set<Promise<void>>()
  readonly #leases: Leases<MailRow>
  readonly #passes: Periodic

  constructor(options: AccountMailsOptions) {
    this.#options = options
    const { db, clock, log } = options
    this.#leases = new Leases({ clock, log, renew: (leased) => renewMails(db.sql, leased, this.#leaseTill()) })
    this.#passes = new Periodic({
      name: 'account mails',
      clock,
      everyMs: passMs,
      work: () => this.wake(),
      onError: (error) => this.#logFailure(error),
    })
    this.#clientRate = new RateLimit({ clock: options.clock, windowMs: 60_000 })
    this.#addressRate = new RateLimit({ clock: options.clock, windowMs: mailWindowMs })
  }

  get isOn(): boolean {
    return this.#options.smtp() !== null
  }

  get language(): Language {
    return this.#options.language
  }

  start(): void {
    this.#passes.start()
    this.wake()
  }

  /** Waits for the mails that are being sent: their outcome must be stored. */
  async stop(): Promise<void> {
    await this.#passes.stop()
    await this.settled()
  }

  /** Starts one more sender, unless enough are at work. */
  wake(): void {
    if (!this.isOn || this.#passes.isStopped || this.#underWay.size >= atOnceMax) return
    const sending = this.#sendAll()
      .catch((error: unknown) => this.#logFailure(error))
      .finally(() => this.#underWay.delete(sending))
    this.#underWay.add(sending)
  }

  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /**
   * Asks for a link to a new password; gives 0, or how long to wait. Who has the address is looked up when the mail is sent: the
   * caller can tell nothing by the answer, nor by its time. What was mailed a short while ago is not mailed again.
   */
  async requestReset(from: string, email: string, language: Language): Promise<number> {
    const waitMs = this.#clientRate.take(sourceOf(from), requestsPerMinute)
    if (waitMs > 0) return waitMs
    if (this.#addressRate.take(email, 1) > 0) return 0
    if (!(await queueMail(this.#options.db.sql, { email, language }, this.#options.now()))) return passMs
    this.wake()
    return 0
  }

  async #sendAll(): Promise<void> {
    const { db, now } = this.#options
    while (!this.#passes.isStopped) {
      const mail = await db.tx(async (tx) => {
        const row = await takeMail(tx, now(), this.#leaseTill())
        if (row === undefined) return null
        const code = newToken()
        const orgName = await this.#prepare(tx, row, code)
        if (orgName === null) await deleteMail(tx, row.id)
        return { row, code, orgName }
      })
      if (mail === null) return
      if (mail.orgName !== null) await this.#send(mail.row, mail.code, mail.orgName)
    }
  }

  /** Stores the code before the mail is sent; returns null if the invitation or account no longer exists. */
  async #prepare(tx: Parameters<typeof takeMail>[0], row: MailRow, code: string): Promise<string | null> {
    if (row.kind === 'undelivered') return ''
    if (row.kind === 'report') return orgNameOf(tx, row)
    if (row.kind === 'address') return (await putAddressCode(tx, row, code))?.orgName ?? null
    if (row.kind === 'invitation') return (await putInvitationCode(tx, row, code))?.orgName ?? null
    const expiresOn = new Date(this.#options.now().getTime() + resetLifetimeMs)
    return (await addReset(tx, row.email, code, expiresOn)) ? '' : null
  }

  #leaseTill(): Date {
    return new Date(this.#options.now().getTime() + leaseMs)
  }

  async #send(row: MailRow, code: string, orgName: string): Promise<void> {
    const { id, kind, attempts } = row
    const { db, now, log } = this.#options
    const smtp = this.#options.smtp()
    if (smtp === null) return
    const release = this.#leases.hold(row)
    const outcome = await this.#attempt(smtp, row, code, orgName).finally(release)
    if ('err' in outcome) log.error({ kind, reason: outcome.err }, 'account mail not sent')
    const waitMs = 'err' in outcome && !outcome.isFinal ? tryInMs(attempts) : null
    if (waitMs === null) await deleteMail(db.sql, id)
    else await postponeMail(db.sql, id, new Date(now().getTime() + waitMs))
  }

  /** A mail that cannot be composed is retried like one that was not accepted, and does not keep others from being sent. */
  async #attempt(smtp: SmtpOptions, row: MailRow, code: string, orgName: string): Promise<DeliveryResult> {
    const { id, kind, email, language, attempts, count } = row
    try {
      const linkCode = kind === 'undelivered' || kind === 'report' ? null : code
      const publicUrl = this.#options.publicUrl()
      const composed = accountMailText({ kind, language, orgName, code: linkCode, count, publicUrl })
      return await sendBySmtp(smtp, { ...composed, to: email, name: `account.${id}.${attempts}` })
    } catch (error) {
      this.#logFailure(error)
      return failed('an error of the service')
    }
  }

  #logFailure(error: unknown): void {
    this.#options.log.error({ err: error }, 'sending account mails failed')
  }
}
