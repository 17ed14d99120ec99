import type { Clock } from '@busbar/kit'
import type { Transactions } from '../db/open.ts'
import type { AccountMails } from './account-mails.ts'
import { queueUndelivered } from './undelivered.sql.ts'

export interface UndeliveredNoticesOptions {
  db: Transactions
  clock: Clock
  now: () => Date
  mails: Pick<AccountMails, 'isOn' | 'language' | 'wake'>
  log: { error(details: object, message: string): void }
}

const lookMs = 60_000

/** Tells the administrators of the installation by mail that messages about alerts were not delivered: once an hour at most, with how many. */
export class UndeliveredNotices {
  readonly #options: UndeliveredNoticesOptions
  #looking: Promise<void> = Promise.resolve()
  #cancel: () => void = () => {}

  constructor(options: UndeliveredNoticesOptions) {
    this.#options = options
  }

  start(): void {
    if (!this.#options.mails.isOn) return
    this.#cancel = this.#options.clock.after(lookMs, () => {
      this.#looking = this.look()
      this.start()
    })
  }

  async stop(): Promise<void> {
    this.#cancel()
    await this.#looking
  }

  async look(): Promise<void> {
    const { db, now, mails, log } = this.#options
    try {
      if ((await db.tx((tx) => queueUndelivered(tx, mails.language, now()))) > 0) mails.wake()
    } catch (error) {
      log.error({ err: error }, 'administrators were not told of undelivered messages')
    }
  }
}
