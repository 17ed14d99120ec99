import type { Transactions } from '@busbar/database'
import { type Clock, RateLimit } from '@busbar/kit'
import { type SmtpOptions, sendBySmtp } from '@busbar/messaging/channels'
import { type DeliveryResult, failed } from '@busbar/messaging/message'
import { LeasedOutbox, type TakeContext, type Verdict } from '@busbar/messaging/outbox'
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

/** A mail with what `take` prepared for it. */
interface TakenMail {
  row: MailRow
  /** The token of the link in the mail, which `take` stored as a hash. */
  code: string
  orgName: string
}

/**
 * Sends the installation's own mails: invitations, password resets, notices for administrators and editors of reports, and consent requests.
 * They are stored in the database until they are sent.
 */
export class AccountMails {
  readonly #options: AccountMailsOptions
  readonly #clientRate: RateLimit<string>
  readonly #addressRate: RateLimit<string>
  readonly #outbox: LeasedOutbox<TakenMail>

  constructor(options: AccountMailsOptions) {
    this.#options = options
    const { db, clock, now, log } = options
    this.#outbox = new LeasedOutbox<TakenMail>({
      name: 'account mails',
      clock,
      now,
      log,
      everyMs: passMs,
      take: (context) => this.#take(context),
      send: (mail) => this.#send(mail),
      settle: (mail, verdict, outcome) => this.#settle(mail, verdict, outcome),
      factsOf: ({ row: { attempts } }) => ({ repeat: 'harmless', attempts, reason: null }),
      renew: (mails, till) =>
        renewMails(
          db.sql,
          mails.map(({ row }) => row),
          till,
        ),
      logFields: ({ row: { kind } }) => ({ kind }),
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
    this.#outbox.start()
  }

  /** Waits for the mails that are being sent: their outcome must be stored. */
  stop(): Promise<void> {
    return this.#outbox.stop()
  }

  /** Sends due mails now. */
  wake(): void {
    this.#outbox.wake()
  }

  settled(): Promise<void> {
    return this.#outbox.settled()
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

  /** Takes one mail; more of them may be due while fewer than `atOnceMax` are being sent. */
  async #take({ lease, underWay, accept }: TakeContext<TakenMail>): Promise<boolean> {
    if (!this.isOn || underWay.length >= atOnceMax) return false
    const { now, till } = lease()
    const own = underWay.map(({ row }) => row)
    const mail = await this.#options.db.tx(async (tx) => {
      const row = await takeMail(tx, now, till, own)
      if (row === undefined) return null
      const code = newToken()
      const orgName = await this.#prepare(tx, row, code)
      if (orgName === null) await deleteMail(tx, row.id)
      return { row, code, orgName }
    })
    if (mail === null) return false
    const { row, code, orgName } = mail
    if (orgName !== null) accept([{ row, code, orgName }])
    return true
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

  /** A mail that cannot be composed is retried like one that was not accepted. */
  async #send({ row, code, orgName }: TakenMail): Promise<DeliveryResult> {
    const { id, kind, email, language, attempts, count } = row
    const { log } = this.#options
    const smtp = this.#options.smtp()
    if (smtp === null) return failed('no mail server')
    try {
      const linkCode = kind === 'undelivered' || kind === 'report' ? null : code
      const publicUrl = this.#options.publicUrl()
      const composed = accountMailText({ kind, language, orgName, code: linkCode, count, publicUrl })
      return await sendBySmtp(smtp, { ...composed, to: email, name: `account.${id}.${attempts}` })
    } catch (error) {
      log.error({ err: error, kind }, 'account mail was not composed')
      return failed('an error of the service')
    }
  }

  async #settle({ row: { id, kind } }: TakenMail, { state, tryInMs }: Verdict, outcome: DeliveryResult): Promise<void> {
    const { db, now, log } = this.#options
    if ('err' in outcome) log.error({ kind, reason: outcome.err }, 'account mail was not sent')
    if (state === 'waiting') await postponeMail(db.sql, id, new Date(now().getTime() + tryInMs))
    else await deleteMail(db.sql, id)
  }
}
