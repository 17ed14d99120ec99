import type { Database } from '@busbar/database'
import { type Clock, eachApart, Periodic } from '@busbar/kit'
import { type Attachment, type SmtpOptions, sendBySmtp } from '@busbar/messaging/channels'
import { type DeliveryResult, failed, refused } from '@busbar/messaging/message'
import { Leases, leaseMs, verdictOf } from '@busbar/messaging/outbox'
import { Refusal } from '@busbar/wire/server'
import { giveUpUnanswered } from './addresses.sql.ts'
import {
  type DueReport,
  dueReports,
  type MailRow,
  notifyUndelivered,
  queueMails,
  renewMails,
  setNextDueTime,
  settleMail,
  takeDueSchedule,
  takeMail,
} from './mails.sql.ts'
import { nextDueTime, periodBefore } from './schedule.rules.ts'

/** A mail with a report. */
export interface ComposedMail {
  subject: string
  text: string
  html: string
  attachments: Attachment[]
  /** What part of the time has data, 0 to 1. */
  coverage: number
}

export interface ReportMailerOptions {
  db: Database
  clock: Clock
  now: () => Date
  /** Null where the installation sends no mail. */
  smtp: () => SmtpOptions | null
  /** Makes what is sent. */
  compose: (mail: MailRow) => Promise<ComposedMail>
  /** A mail about an account was queued: its sender is to look. */
  onMailQueued: () => void
  log: { error(details: object, message: string): void }
}

const passMs = 20_000
/** So long a report waits for its recipient's consent. */
const answerMs = 30 * 86_400_000

/**
 * Sends reports by mail. That a period goes to a mailbox is written down in the transaction that moves its schedule on, and what came of
 * it after; a process that is killed in between leaves it to be sent again, under the same id.
 */
export class ReportMailer {
  readonly #options: ReportMailerOptions
  readonly #leases: Leases<MailRow>
  /** What was composed last: those who get the same report mostly follow each other. */
  #composed: { key: string; mail: ComposedMail } | null = null
  readonly #passes: Periodic

  constructor(options: ReportMailerOptions) {
    this.#options = options
    const { db, clock, log } = options
    this.#leases = new Leases({ clock, log, renew: (leased) => renewMails(db.sql, leased, this.#leaseTill()) })
    this.#passes = new Periodic({
      name: 'report mails',
      clock,
      everyMs: passMs,
      work: () => this.#pass(),
      onError: (error) => this.#logFailure(error, {}),
    })
  }

  /** Whether the installation sends mail now; its administrator may change that while the service runs. */
  get isOn(): boolean {
    return this.#options.smtp() !== null
  }

  start(): void {
    this.#passes.start()
    this.#passes.wake()
  }

  /** Waits for the mail that is being sent: its outcome must be stored. */
  stop(): Promise<void> {
    return this.#passes.stop()
  }

  /** Sends what is due now. */
  wake(): void {
    this.#passes.wake()
  }

  settled(): Promise<void> {
    return this.#passes.settled()
  }

  async #pass(): Promise<void> {
    if (!this.isOn) return
    const steps = [() => this.#queueDue(), () => this.#giveUpUnanswered(), () => this.#repeat(() => this.#sendOne())]
    await eachApart(
      steps,
      (step) => step(),
      (error) => this.#logFailure(error, {}),
    )
    this.#composed = null
  }

  /** Calls `work` until it reports that nothing is left. */
  async #repeat(work: () => Promise<boolean>): Promise<void> {
    while (!this.#passes.isStopped && (await work())) {}
  }

  async #queueDue(): Promise<void> {
    const { db, now } = this.#options
    await eachApart(
      await dueReports(db.sql, now()),
      (report) => this.#repeat(() => this.#queueOne(report)),
      (error, { reportId }) => this.#logFailure(error, { reportId }),
    )
  }

  async #giveUpUnanswered(): Promise<void> {
    const { db, now } = this.#options
    await giveUpUnanswered(db.sql, new Date(now().getTime() - answerMs))
  }

  #logFailure(error: unknown, details: Partial<DueReport>): void {
    this.#options.log.error({ err: error, ...details }, 'reports were not sent')
  }

  /** Each period that is over is written down once, also those that passed while the service was off. */
  #queueOne(report: DueReport): Promise<boolean> {
    const { db, now } = this.#options
    return db.tx(async (tx) => {
      const due = await takeDueSchedule(tx, report, now())
      if (due === undefined) return false
      const { from, till } = periodBefore(due.timeZone, due.every, due.nextOn.getTime())
      await queueMails(tx, { ...due, from: new Date(from), till: new Date(till), isTest: false }, now(), null)
      const next = nextDueTime(due.timeZone, due, due.nextOn.getTime())
      await setNextDueTime(tx, due.orgId, due.reportId, new Date(next))
      return true
    })
  }

  async #sendOne(): Promise<boolean> {
    const { db, now } = this.#options
    const row = await takeMail(db.sql, now(), this.#leaseTill())
    if (row === undefined) return false
    const release = this.#leases.hold(row)
    const { outcome, coverage } = await this.#send(row).finally(release)
    await this.#settle(row, outcome, coverage)
    return true
  }

  async #send(row: MailRow): Promise<{ outcome: DeliveryResult; coverage: number | null }> {
    const { log } = this.#options
    const smtp = this.#options.smtp()
    if (smtp === null) return { outcome: failed('no mail server'), coverage: null }
    try {
      const { coverage, ...mail } = await this.#compose(row)
      return { outcome: await sendBySmtp(smtp, { ...mail, to: row.recipient, name: `report.${row.id}` }), coverage }
    } catch (error) {
      log.error({ err: error, reportId: row.reportId }, 'a report was not made')
      // What a request would be refused for stays so: too much for one answer, or nothing left to send.
      return {
        outcome: error instanceof Refusal ? refused(error.message) : failed('the report was not made'),
        coverage: null,
      }
    }
  }

  async #compose(row: MailRow): Promise<ComposedMail> {
    const { orgId, reportId, from, till, isTest, language, formats, segment, warnBelow } = row
    const key = JSON.stringify([orgId, reportId, from, till, isTest, language, formats, segment, warnBelow])
    if (this.#composed?.key === key) return this.#composed.mail
    const mail = await this.#options.compose(row)
    this.#composed = { key, mail }
    return mail
  }

  async #settle(row: MailRow, outcome: DeliveryResult, coverage: number | null): Promise<void> {
    const { db, now, log, onMailQueued } = this.#options
    const { state, reason, tryInMs } = verdictOf('harmless', row.attempts, row.reason, outcome)
    if ('err' in outcome) log.error({ reportId: row.reportId, reason }, 'a report was not sent')
    const nextTryOn = new Date(now().getTime() + tryInMs)
    const isLost = state === 'failed' || state === 'unclear'
    await db.tx(async (tx) => {
      const sentOn = state === 'sent' ? now() : null
      const isOwn = await settleMail(tx, row, { state, reason, nextTryOn, sentOn, coverage })
      if (isOwn && isLost) await notifyUndelivered(tx, row.id, row.language, now())
    })
    if (isLost) onMailQueued()
  }

  #leaseTill(): Date {
    return new Date(this.#options.now().getTime() + leaseMs)
  }
}
