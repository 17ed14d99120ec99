import type { Database } from '@busbar/database'
import { type Clock, eachApart } from '@busbar/kit'
import { type Attachment, type SmtpOptions, sendBySmtp } from '@busbar/messaging/channels'
import { type DeliveryResult, failed, refused } from '@busbar/messaging/message'
import { LeasedOutbox, type TakeContext, type Verdict } from '@busbar/messaging/outbox'
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
  /** Share of the time with data, 0 to 1. */
  coverage: number
}

export interface ReportMailerOptions {
  db: Database
  clock: Clock
  now: () => Date
  /** Null where the installation sends no mail. */
  smtp: () => SmtpOptions | null
  compose: (mail: MailRow) => Promise<ComposedMail>
  /** Called when an account mail was queued. */
  onMailQueued: () => void
  log: { error(details: object, message: string): void }
}

const passMs = 20_000
/** Time after which a report that waits for its recipient's consent is given up. */
const consentMs = 30 * 86_400_000

/** The outcome of a sending; `coverage` only where the report was composed. */
type ReportOutcome = DeliveryResult & { coverage?: number }

/**
 * Sends reports by mail. The transaction that advances a schedule also stores one mail for each recipient. A mail whose process was killed
 * is sent again with the same message ID.
 */
export class ReportMailer {
  readonly #options: ReportMailerOptions
  readonly #outbox: LeasedOutbox<MailRow, ReportOutcome>
  /** The report composed last; consecutive mails mostly have the same one. */
  #composed: { key: string; mail: ComposedMail } | null = null

  constructor(options: ReportMailerOptions) {
    this.#options = options
    const { db, clock, now, log } = options
    this.#outbox = new LeasedOutbox<MailRow, ReportOutcome>({
      name: 'report mails',
      clock,
      now,
      log,
      everyMs: passMs,
      prepare: () => this.#prepare(),
      take: (context) => this.#take(context),
      send: (row) => this.#send(row),
      settle: (row, verdict, outcome) => this.#settle(row, verdict, outcome),
      factsOf: ({ attempts, reason }) => ({ repeat: 'harmless', attempts, reason }),
      renew: (rows, till) => renewMails(db.sql, rows, till),
      logFields: ({ reportId }) => ({ reportId }),
    })
  }

  /** True if the installation sends mail; its administrator may change that while the service runs. */
  get isOn(): boolean {
    return this.#options.smtp() !== null
  }

  start(): void {
    this.#outbox.start()
  }

  /** Waits for the mail that is being sent: its outcome must be stored. */
  stop(): Promise<void> {
    return this.#outbox.stop()
  }

  /** Sends what is due now. */
  wake(): void {
    this.#outbox.wake()
  }

  settled(): Promise<void> {
    return this.#outbox.settled()
  }

  async #prepare(): Promise<void> {
    this.#composed = null
    if (!this.isOn) return
    await eachApart(
      [() => this.#queueDue(), () => this.#giveUpUnanswered()],
      (step) => step(),
      (error) => this.#logFailure(error, {}),
    )
  }

  async #queueDue(): Promise<void> {
    const { db, now } = this.#options
    await eachApart(
      await dueReports(db.sql, now()),
      async (report) => {
        while (!this.#outbox.isStopped && (await this.#queueOne(report))) {}
      },
      (error, { reportId }) => this.#logFailure(error, { reportId }),
    )
  }

  async #giveUpUnanswered(): Promise<void> {
    const { db, now } = this.#options
    await giveUpUnanswered(db.sql, new Date(now().getTime() - consentMs))
  }

  #logFailure(error: unknown, details: Partial<DueReport>): void {
    this.#options.log.error({ err: error, ...details }, 'report mails were not prepared')
  }

  /** Queues one ended period; returns whether another may be due, as after a time when the service was off. */
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

  /** Takes one mail at a time, as composing a report needs much memory. */
  async #take({ lease, underWay, accept }: TakeContext<MailRow>): Promise<boolean> {
    if (!this.isOn || underWay.length > 0) return false
    const { now, till } = lease()
    const row = await takeMail(this.#options.db.sql, now, till)
    if (row !== undefined) accept([row])
    return false
  }

  async #send(row: MailRow): Promise<ReportOutcome> {
    const { log } = this.#options
    const smtp = this.#options.smtp()
    if (smtp === null) return failed('no mail server')
    try {
      const { coverage, ...mail } = await this.#compose(row)
      return { ...(await sendBySmtp(smtp, { ...mail, to: row.recipient, name: `report.${row.id}` })), coverage }
    } catch (error) {
      log.error({ err: error, reportId: row.reportId }, 'report was not composed')
      // A refusal is permanent: the answer would be too large, or the report was deleted.
      return error instanceof Refusal ? refused(error.message) : failed('the report was not made')
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

  async #settle(row: MailRow, { state, reason, tryInMs }: Verdict, outcome: ReportOutcome): Promise<void> {
    const { db, now, log, onMailQueued } = this.#options
    if ('err' in outcome) log.error({ reportId: row.reportId, reason }, 'report was not sent')
    const nextTryOn = new Date(now().getTime() + tryInMs)
    const isLost = state === 'failed' || state === 'unclear'
    await db.tx(async (tx) => {
      const sentOn = state === 'sent' ? now() : null
      const isOwn = await settleMail(tx, row, { state, reason, nextTryOn, sentOn, coverage: outcome.coverage ?? null })
      if (isOwn && isLost) await notifyUndelivered(tx, row.id, row.language, now())
    })
    if (isLost) onMailQueued()
  }
}
