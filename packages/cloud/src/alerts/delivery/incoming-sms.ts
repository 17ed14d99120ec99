import type { Sql } from '../../db/sql.ts'
import { answerConfirmed, answeredAlerts, answerStanding } from './answered-sms.sql.ts'
import type { ConfirmHandler } from './confirm-page.ts'
import type { IncomingSms } from './smpp/deliver.ts'

export interface SmsRepliesOptions {
  sql: Sql
  now: () => Date
  confirm: ConfirmHandler
  log: { error(details: object, message: string): void; info(details: object, message: string): void }
}

/** Latin and Cyrillic letters that look alike are both taken, and so is "confirm" in each language. */
const yes = /^(?:ok|ок|оk|oк|confirm|potwierdzam|подтверждаю|підтверджую)(?:\s+(\d{1,15}))?[.!]?$/iu
const waitingMax = 100

/**
 * What people answer to an SMS: `ok` confirms the newest alert that was sent to their telephone, `ok 123` that of the message 123, and an
 * outage with all that is behind it. No other alert, and none of an organization that answered them nothing. An SMS says which it was, or how that
 * stands where there was nothing to confirm.
 */
export class SmsReplies {
  readonly #options: SmsRepliesOptions
  #waiting = 0
  #last: Promise<void> = Promise.resolve()

  constructor(options: SmsRepliesOptions) {
    this.#options = options
  }

  /** One after another; when too many come at once, the others are lost, as an SMS may be at any time. */
  take(sms: IncomingSms): Promise<void> {
    if (this.#waiting >= waitingMax) return Promise.resolve()
    this.#waiting += 1
    this.#last = this.#last
      .then(() => this.#confirm(sms))
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'an SMS was not taken'))
      .finally(() => {
        this.#waiting -= 1
      })
    return this.#last
  }

  async #confirm({ from, text }: IncomingSms): Promise<void> {
    const { sql, now, confirm, log } = this.#options
    const said = yes.exec(text.trim())
    const digits = from.replaceAll(/\D/g, '')
    if (said === null || digits === '') return
    const code = said[1] === undefined ? null : Number(said[1])
    const asked = { digits, code, now: now() }
    const answered = await answeredAlerts(sql, asked)
    if (answered === undefined) {
      log.info({}, 'an SMS confirms nothing that waits for it')
      return answerStanding(sql, asked)
    }
    const by = `sms +${digits}`
    const confirmation = await confirm(answered.seen, by)
    log.info({ ...answered, confirmation }, 'an SMS confirmed what it answers')
    if (confirmation === 'confirmed') await answerConfirmed(sql, answered, { on: now(), from: by })
    else await answerStanding(sql, asked)
  }
}
