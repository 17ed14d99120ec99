import { randomUUID } from 'node:crypto'
import { type MessageType } from '@busbar/alerts/channels'
import type { Database, Queries } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import type { FastifyInstance } from 'fastify'
import type { HostLookup } from './channels/outbound.ts'
import type { Push } from './channels/push.ts'
import { type ChannelSettings, channelsOf, smsTextOf } from './channels/senders.ts'
import { webhookSecret } from './channels/webhook.ts'
import type { ParamWriter } from './channels/write-param.ts'
import { addConfirm, type ConfirmHandler } from './confirm/confirm-page.ts'
import { type DirectMessage, directMessage } from './direct-message.ts'
import type { Channel, DeliveryResult, Language } from './message/message.ts'
import { OutboxSender, type OutboxStatus } from './outbox/outbox-sender.ts'
import { SmppLink } from './smpp/link.ts'
import { smsCount } from './smpp/parts.rules.ts'
import { addIncomingSms, type Guesses } from './sms/incoming-http.ts'
import { SmsReplies } from './sms/incoming-sms.ts'

export interface DeliveryOptions {
  db: Database
  clock: Clock
  now: () => Date
  /** The installation's secret key; null where it cannot be unsealed. */
  key: Uint8Array | null
  chance?: () => number
  settings: ChannelSettings & { 'sms-price': string; 'sms-limit': string; language: Language; 'time-zone': string }
  /** Known only once the service listens. */
  publicUrl: () => string
  find: HostLookup
  write: ParamWriter
  push: Push
  confirm: ConfirmHandler
  guesses: Guesses
  /** No other process can be sending from this database. */
  isAlone?: boolean
  log: { error(details: object, message: string): void; info(details: object, message: string): void }
}

const webhookKeyNo = async (sql: Queries, orgId: number): Promise<number> => {
  const [row] = await sql<{ no: number }[]>`select webhook_key_no as no from org where id = ${orgId}`
  return row?.no ?? 1
}

const ownWebhookBody = async (sql: Queries, orgId: number, address: string): Promise<string | null> => {
  const [row] = await sql<{ body: string }[]>`
    select body from webhook_body where org_id = ${orgId} and address = ${address.trim()}`
  return row?.body ?? null
}

/** Everything between the outbox and people: sends, and hears what they answer. */
export class Delivery {
  readonly #options: DeliveryOptions
  readonly #answers: SmsReplies
  readonly #smpp: SmppLink | null
  /** Senders of the outbox; their list is replaced when settings change. */
  readonly #channels: Record<MessageType, Channel>
  #sender: OutboxSender | null = null

  constructor(options: DeliveryOptions) {
    this.#options = options
    this.#answers = new SmsReplies({ ...options, sql: options.db.sql })
    this.#smpp = this.#smppLink()
    this.#channels = this.#channelsBy(options.settings)
  }

  async start(): Promise<void> {
    const { db, clock, now, settings, publicUrl, isAlone = false, log } = this.#options
    const smsText = smsTextOf(settings, publicUrl)
    this.#sender = new OutboxSender({
      db,
      clock,
      now,
      log,
      isAlone,
      publicUrl,
      channels: this.#channels,
      locale: { language: settings.language, timeZone: settings['time-zone'] },
      sms: { price: settings['sms-price'], limit: settings['sms-limit'] },
      smsCount: (message) => smsCount(smsText(message)),
      newToken: randomUUID,
    })
    this.#smpp?.start()
    await this.#sender.start()
  }

  /** Replaces the senders; messages under way continue with the old ones. */
  apply(settings: ChannelSettings): void {
    Object.assign(this.#channels, this.#channelsBy(settings))
    this.#sender?.wake()
  }

  /** Sends by a channel at once, past the outbox: to see whether it works. */
  sendTest(type: MessageType, recipient: string): Promise<DeliveryResult> {
    const { language } = this.#options.settings
    return this.sendNow({ type, recipient, name: 'TEST: Busbar', language })
  }

  /** Sends what a person waits for: a code, or a test. */
  sendNow(message: DirectMessage): Promise<DeliveryResult> {
    const { settings, now } = this.#options
    return this.#channels[message.type].send(directMessage(message, now(), settings['time-zone']))
  }

  async stop(): Promise<void> {
    await this.#sender?.stop()
    this.#smpp?.stop()
  }

  status(): OutboxStatus {
    return this.#sender?.status() ?? { counts: [], oldestMs: 0, stuckMs: 0 }
  }

  /** The page of confirm links, and the door for answers to SMS. */
  addTo(app: FastifyInstance): void {
    const { db, settings } = this.#options
    addConfirm(app, { ...this.#options, sql: db.sql, timeZone: settings['time-zone'] })
    const incoming = settings['sms-http']?.incoming
    if (incoming !== undefined)
      addIncomingSms(app, { ...this.#options, incoming, take: (sms) => this.#answers.take(sms) })
  }

  /**
   * Returns the secret that authenticates our webhooks to an organization's programs; null where the installation's key
   * cannot be unsealed.
   */
  async webhookSecret(orgId: number): Promise<string | null> {
    const { key, db } = this.#options
    return key && webhookSecret(key, orgId, await webhookKeyNo(db.sql, orgId))
  }

  #channelsBy(settings: ChannelSettings): Record<MessageType, Channel> {
    const { sql } = this.#options.db
    return channelsOf({
      ...this.#options,
      settings,
      smpp: this.#smpp,
      keyNo: (orgId) => webhookKeyNo(sql, orgId),
      bodyFor: (orgId, address) => ownWebhookBody(sql, orgId, address),
    })
  }

  #smppLink(): SmppLink | null {
    const { settings, clock, chance = Math.random, log } = this.#options
    const url = settings.smpp
    if (url === undefined) return null
    const isTls = url.protocol === 'smpps:'
    return new SmppLink({
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? (isTls ? 3550 : 2775) : Number(url.port),
      isTls,
      systemId: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      clock,
      chance,
      log,
      onSms: (sms) => void this.#answers.take(sms),
    })
  }
}
