import type { AlertWatch, ConfirmRequest } from '@busbar/alerts'
import type { Action, AlertState, Confirmation, Hold } from '@busbar/alerts/model'
import { type Clock, RateLimit } from '@busbar/kit'
import type { DirectMessage } from '@busbar/messaging'
import type { ParamWriter, Push } from '@busbar/messaging/channels'
import type { DeliveryResult } from '@busbar/messaging/message'
import type { SmsRates } from '@busbar/messaging/outbox'
import { Refusal } from '@busbar/wire/server'
import { type WriteCall, writeParam } from '../commands/writing/write-param.ts'

export interface AlertingOptions {
  clock: Clock
  /** Judges alerts while the service runs. */
  watch: Pick<AlertWatch, 'confirm' | 'confirmEach' | 'state' | 'hold'>
  /** Signs the webhooks of an organization. */
  webhookSecret: (orgId: number) => Promise<string | null>
  /** Tells devices of members. */
  push: Pick<Push, 'publicKey' | 'sendTest'>
  /** Sends a message at once, past the outbox. */
  sendNow: (message: DirectMessage) => Promise<DeliveryResult>
  /** Channels that the installation has. */
  channels: () => ReadonlySet<Action['type']>
  /** Price of an SMS, and the monthly limit where an organization has set none. */
  sms: SmsRates
}

const backTestsMax = 2

/** State in memory for requests about alerts. */
export class Alerting {
  /** Messages sent as a test, for each organization: they cost money and wake people. */
  static readonly testsPerMinute = 5
  readonly #watch: AlertingOptions['watch']
  readonly webhookSecret: AlertingOptions['webhookSecret']
  readonly push: AlertingOptions['push']
  readonly sendNow: AlertingOptions['sendNow']
  readonly #channels: AlertingOptions['channels']
  readonly sms: SmsRates
  readonly #tests: RateLimit<number>
  #backTests = 0

  constructor({ clock, watch, webhookSecret, push, sendNow, channels, sms }: AlertingOptions) {
    this.#watch = watch
    this.webhookSecret = webhookSecret
    this.push = push
    this.sendNow = sendNow
    this.#channels = channels
    this.sms = sms
    this.#tests = new RateLimit({ clock, windowMs: 60_000 })
  }

  get channels(): ReadonlySet<Action['type']> {
    return this.#channels()
  }

  confirm(request: ConfirmRequest): Promise<Confirmation> {
    return this.#watch.confirm(request)
  }

  confirmEach(requests: readonly ConfirmRequest[]): Promise<Map<number, Confirmation>> {
    return this.#watch.confirmEach(requests)
  }

  /** Why messages about it wait now; null: they do not. */
  hold(alertId: number): Hold | null {
    return this.#watch.hold(alertId)
  }

  /** As it is in memory; null where this node does not judge it. */
  state(alertId: number): AlertState | null {
    return this.#watch.state(alertId)
  }

  /** Counts a test message. Answers how long to wait where there were too many, else 0. */
  takeTest(orgId: number): number {
    return this.#tests.take(orgId, Alerting.testsPerMinute)
  }

  /** Months of readings are read and judged: few do that at once. Answers what ends it; null: too many run. */
  beginBackTest(): (() => void) | null {
    if (this.#backTests >= backTestsMax) return null
    this.#backTests += 1
    return () => {
      this.#backTests -= 1
    }
  }
}

const noAccount = 0

/** Executes a write of an alert: checked, sent once and recorded like any other write, under the alert's name. */
export const writeByAlert =
  (service: Omit<WriteCall, 'caller' | 'from'>): ParamWriter =>
  async (orgId, paramId, value, reason) => {
    const call = { ...service, caller: { accountId: noAccount, accountName: reason }, from: 'alert' }
    try {
      const written = await writeParam(call, orgId, paramId, { by: 'alert', value })
      return 'ok' in written ? { ok: true } : { err: written.err, isUnclear: written.err.startsWith('unclear:') }
    } catch (error) {
      if (error instanceof Refusal) return { err: 'The parameter is gone.', isUnclear: false }
      throw error
    }
  }
