import type { Clock } from '@busbar/kit'
import { RateLimit } from '../../access/rate-limit.ts'
import { tooManyRequests as tooMany } from '../../access/too-many-requests.ts'
import type { Action, AlertState, Confirmation } from '../../alerts/alert.ts'
import type { SmsRates } from '../../alerts/delivery/sms-spending.sql.ts'
import type { Hold } from '../../alerts/holds.ts'
import type { AlertWatch, ConfirmRequest } from '../../alerts/watch/alert-watch.ts'

export interface AlertingOptions {
  clock: Clock
  /** Who judges alerts while the service runs. */
  judging: Pick<AlertWatch, 'confirm' | 'confirmEach' | 'state' | 'hold'>
  /** By which an organization's programs know our webhooks. */
  webhookSecret: (orgId: number) => string | null
  /** Ways to reach somebody that the installation has. */
  ways: ReadonlySet<Action['type']>
  /** What SMS cost, and may cost where an organization has set no limit. */
  sms: SmsRates
}

const testsPerMinute = 5
const backTestsMax = 2
/** When one of them may be over. */
const backTestWaitMs = 5000

/** What requests about alerts need besides what is stored. */
export class Alerting {
  readonly #judging: AlertingOptions['judging']
  readonly webhookSecret: AlertingOptions['webhookSecret']
  readonly ways: AlertingOptions['ways']
  readonly sms: SmsRates
  readonly #tests: RateLimit<number>
  #backTests = 0

  constructor({ clock, judging, webhookSecret, ways, sms }: AlertingOptions) {
    this.#judging = judging
    this.webhookSecret = webhookSecret
    this.ways = ways
    this.sms = sms
    this.#tests = new RateLimit({ clock, windowMs: 60_000 })
  }

  confirm(request: ConfirmRequest): Promise<Confirmation> {
    return this.#judging.confirm(request)
  }

  confirmEach(requests: readonly ConfirmRequest[]): Promise<Map<number, Confirmation>> {
    return this.#judging.confirmEach(requests)
  }

  /** Why messages about it wait now; null: they do not. */
  hold(alertId: number): Hold | null {
    return this.#judging.hold(alertId)
  }

  /** As it is in memory; null where it is not known here. */
  state(alertId: number): AlertState | null {
    return this.#judging.state(alertId)
  }

  /** A test costs money and somebody's sleep: an organization has a few a minute. */
  countTest(orgId: number): void {
    const waitMs = this.#tests.take(orgId, testsPerMinute)
    if (waitMs > 0) throw tooMany(waitMs, `At most ${testsPerMinute} messages a minute are sent as a test`)
  }

  /** Months of readings are read and judged: few do that at once. */
  async backTest<T>(work: () => Promise<T>): Promise<T> {
    if (this.#backTests >= backTestsMax) {
      throw tooMany(backTestWaitMs, 'Others are trying out alerts just now')
    }
    this.#backTests += 1
    try {
      return await work()
    } finally {
      this.#backTests -= 1
    }
  }
}
