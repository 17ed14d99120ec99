import { createHmac, hkdfSync } from 'node:crypto'
import { callHttp, type HttpAnswer } from '@busbar/kit/net'
import { type Channel, type DeliveryResult, failed, type Message, refused, unclear } from '../message/message.ts'
import { compose } from '../texts/compose.ts'
import { mailText } from '../texts/mail-text.ts'
import { consoleLink, partLink } from '../texts/title.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { type HostLookup, outboundAddress } from './outbound.ts'
import { fillWebhookBody, parseWebhookBody, type WebhookValues } from './webhook-body.rules.ts'

export interface WebhookOptions {
  find: HostLookup
  /** The installation's secret key; null where it cannot be unsealed. */
  key: Uint8Array | null
  /** How often an organization has replaced its key, from 1. */
  keyNo: (orgId: number) => Promise<number>
  /** An organization's own template for an address; null for the default body. */
  bodyFor: (orgId: number, address: string) => Promise<string | null>
  publicUrl: () => string
  now: () => Date
  timeoutMs?: number
}

/**
 * Derives the secret by which an organization authenticates our calls. It changes with the organization's key number
 * and with the installation's key.
 */
export const webhookSecret = (key: Uint8Array, orgId: number, no: number): string => {
  const info = `busbar webhook ${orgId}${no === 1 ? '' : ` ${no}`}`
  return Buffer.from(hkdfSync('sha256', key, '', info, 32)).toString('base64url')
}

/** `sha256=` and the HMAC of the time in seconds, a dot and the body. */
const webhookSignature = (secret: string, timestampSec: number, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestampSec}.${body}`).digest('hex')}`

/** Tells a program, by a signed POST of JSON. It may come twice, and then with the same id. */
export class Webhook implements Channel {
  readonly repeat = 'harmless'
  readonly #options: WebhookOptions

  constructor(options: WebhookOptions) {
    this.#options = options
  }

  async send(message: Message): Promise<DeliveryResult> {
    const { find, key, keyNo, bodyFor, publicUrl, now, timeoutMs = 10_000 } = this.#options
    const url = URL.parse(message.recepient)
    if (url === null || !/^https?:$/.test(url.protocol))
      return refused('not an address like https://example.org/alerts')
    if (key === null) return failed('the key that signs calls is sealed, and cannot be opened')
    const found = await outboundAddress(find, url, message.orgId)
    if ('err' in found) return found
    const secret = webhookSecret(key, message.orgId, await keyNo(message.orgId))
    const own = ownBody(await bodyFor(message.orgId, message.recepient), message, publicUrl())
    const body = JSON.stringify(own ?? bodyOf(message, publicUrl()))
    const timestampSec = Math.floor(now().getTime() / 1000)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Busbar',
      'idempotency-key': idempotencyKey(key, message),
      'x-busbar-message': String(message.id),
      'x-busbar-timestamp': String(timestampSec),
      'x-busbar-signature': webhookSignature(secret, timestampSec, body),
    }
    return judge(await callHttp({ url, ...found, method: 'POST', headers, body, timeoutMs }))
  }
}

/** Null where there is none. It was checked when it was saved; one that cannot be read all the same must not keep an alert back. */
const ownBody = (template: string | null, message: Message, publicUrl: string): object | null => {
  const parsed = template === null ? null : parseWebhookBody(template)
  if (parsed === null || 'err' in parsed) return null
  const filled = fillWebhookBody(parsed.ok, fillingOf(message, publicUrl))
  return typeof filled === 'object' ? filled : null
}

const fillingOf = (message: Message, publicUrl: string): WebhookValues => {
  const { id, orgId, alertId, episode, stage, parts } = message
  const snapshot = parts[0]?.snapshot
  const {
    net = null,
    device = null,
    param = null,
    value = null,
    unit = null,
    limit = null,
  } = snapshot?.conditions[0] ?? {}
  const composed = compose(message, publicUrl)
  return {
    id,
    stage,
    title: composed.subject,
    text: mailText(composed).trim(),
    'organization.id': orgId,
    'organization.name': snapshot?.orgName ?? null,
    'alert.id': alertId,
    'alert.name': snapshot?.alertName ?? null,
    'alert.level': snapshot?.logAs ?? null,
    'alert.description': snapshot?.description ?? null,
    'alert.url': consoleLink(alertId, publicUrl),
    episode,
    sinceOn: iso(snapshot?.sinceOn),
    resolvedOn: iso(snapshot?.resolvedOn),
    confirmedBy: snapshot?.confirmed?.from ?? null,
    timeZone: snapshot?.timeZone ?? null,
    net,
    device,
    param,
    value,
    unit,
    limit,
  }
}

const iso = (on: number | null | undefined): string | null =>
  typeof on === 'number' ? new Date(on).toISOString() : null

const bodyOf = (message: Message, publicUrl: string): object => {
  const { id, orgId, alertId, episode, stage, parts, earlier } = message
  const { alertName, orgName, logAs, sinceOn, resolvedOn, confirmed, conditions, description, timeZone, budget } =
    parts[0]?.snapshot ?? {}
  const url = parts[0] === undefined ? consoleLink(alertId, publicUrl) : partLink(parts[0], publicUrl)
  return {
    id,
    stage,
    organization: { id: orgId, name: orgName },
    alert: { id: alertId, name: alertName, level: logAs, description, url },
    episode,
    sinceOn: iso(sinceOn),
    resolvedOn: iso(resolvedOn),
    confirmed: confirmed ? { on: iso(confirmed.on), from: confirmed.from, comment: confirmed.comment } : null,
    timeZone,
    ...(budget != null && { budget }),
    conditions,
    /** How to confirm it, by an operation of the API, and where it is muted. */
    confirm:
      budget != null ? null : alertId < 0 ? `POST /net/${-alertId}/confirm-outage/` : `POST /alert/${alertId}/confirm/`,
    mute: url,
    /** All of it in words, for people. */
    text: mailText(compose(message, publicUrl)),
    earlier: earlier.map((one) => ({
      id: one.id,
      episode: one.episode,
      stage: one.stage,
      dueOn: one.dueOn.toISOString(),
    })),
  }
}

const judge = (answer: HttpAnswer): DeliveryResult => {
  if ('err' in answer) return answer.isUnclear ? unclear(answer.err) : failed(answer.err)
  const { status } = answer
  if (status >= 200 && status < 300) return { ok: true }
  if (status >= 300 && status < 400) return refused(`HTTP ${status}: redirects are not followed`)
  // The response body stays hidden: showing it would reveal content that only this service can reach.
  return status >= 500 || status === 408 || status === 425 || status === 429
    ? failed(`HTTP ${status}`)
    : refused(`HTTP ${status}`)
}
