import type { Sql } from '@busbar/database'
import type { ConfirmHandler } from '../confirm/confirm-page.ts'
import type { IncomingSms } from '../smpp/deliver.ts'
import { answerConfirmed, answeredAlerts, answerSettled } from './answered-sms.sql.ts'

export interface SmsRepliesOptions {
  sql: Sql
  now: () => Date
  confirm: ConfirmHandler
  log: { error(details: object, message: string): void; info(details: object, message: string): void }
}

/** Latin and Cyrillic letters that look alike are both taken, and so is "confirm" in each language. */
const confirmPattern = /^(?:ok|ок|оk|oк|confirm|potwierdzam|подтверждаю|підтверджую)(?:\s+(\d{1,15}))?[.!]?$/iu
const queuedMax = 100

/**
 * Processes replies to SMS: `ok` acknowledges the newest alert that was sent to the phone, `ok 123` that of message
 * 123, and an outage with all its alerts. Alerts of organizations that sent nothing to the phone are never affected.
 * The reply names the alert, or its state if there was nothing to acknowledge.
 */
export class SmsReplies {
  readonly #options: SmsRepliesOptions
  #queued = 0
  #last: Promise<void> = Promise.resolve()

  constructor(options: SmsRepliesOptions) {
    this.#options = options
  }

  /** Processes replies one after another. Replies beyond the queue's limit are lost, like any lost SMS. */
  take(sms: IncomingSms): Promise<void> {
    if (this.#queued >= queuedMax) return Promise.resolve()
    this.#queued += 1
    this.#last = this.#last
      .then(() => this.#confirm(sms))
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'an SMS was not taken'))
      .finally(() => {
        this.#queued -= 1
      })
    return this.#last
  }

  async #confirm({ from, text }: IncomingSms): Promise<void> {
    const { sql, now, confirm, log } = this.#options
    const match = confirmPattern.exec(text.trim())
    const digits = from.replaceAll(/\D/g, '')
    if (match === null || digits === '') return
    const code = match[1] === undefined ? null : Number(match[1])
    const reply = { digits, code, now: now() }
    const answered = await answeredAlerts(sql, reply)
    if (answered === undefined) {
      log.info({}, 'an SMS confirms nothing that waits for it')
      return answerSettled(sql, reply)
    }
    const by = `sms +${digits}`
    const confirmation = await confirm(answered.seen, by)
    log.info({ ...answered, confirmation }, 'an SMS confirmed what it answers')
    if (confirmation === 'confirmed') await answerConfirmed(sql, answered, { on: now(), from: by })
    else await answerSettled(sql, reply)
  }
}
