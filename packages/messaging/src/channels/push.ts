import { createECDH, createHash, createPrivateKey, hkdfSync, sign } from 'node:crypto'
import type { Sql } from '@busbar/database'
import { callHttp, type HttpAnswer } from '@busbar/kit/net'
import type { Language } from '../message/message.ts'
import {
  type Channel,
  type DeliveryResult,
  failed,
  type Message,
  type MessagePart,
  refused,
  unclear,
} from '../message/message.ts'
import { plain } from '../texts/plain.ts'
import type { HostLookup } from './outbound.ts'
import { endPush, notePushed, type PushTarget, pushTarget } from './push.sql.ts'
import { encryptPush, pushBytesMax } from './push-encrypt.ts'

/** Order of the generator of P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const validSec = 12 * 3600

/** Identifies this installation to push services (RFC 8292). */
interface PushSender {
  /** The public key that browsers subscribe with: a point of P-256. */
  publicKey: Buffer
  /** The `authorization` of a message to a push service. */
  authorization(origin: string, contact: string, now: Date): string
}

/**
 * Derived from the installation's key, as the secrets of webhooks are: it is sealed where that is, and browsers stay subscribed as long as
 * that one lives.
 */
const pushSenderOf = (key: Uint8Array): PushSender => {
  const seed = Buffer.from(hkdfSync('sha256', key, '', 'busbar web push', 48))
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (order - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(d)
  const publicKey = pair.getPublicKey()
  const part = (from: number): string => publicKey.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x: part(1), y: part(33) }
  const privateKey = createPrivateKey({ format: 'jwk', key: jwk })
  return {
    publicKey,
    authorization(aud, sub, now) {
      const exp = Math.floor(now.getTime() / 1000) + validSec
      const segments = [
        { typ: 'JWT', alg: 'ES256' },
        { aud, exp, sub },
      ]
      const signed = segments.map((one) => Buffer.from(JSON.stringify(one)).toString('base64url')).join('.')
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`
    },
  }
}

export interface PushOptions {
  sql: Sql
  find: HostLookup
  /** The installation's secret key; null where it cannot be unsealed. */
  key: Uint8Array | null
  publicUrl: () => string
  now: () => Date
  timeoutMs?: number
}

/** The payload that the console's service worker reads. */
interface PushPayload {
  topic: string
  stage: Message['stage'] | 'test'
  level: MessagePart['snapshot']['logAs']
  name: string
  place: string
  language: Language
  path: string
  confirm: string | null
  on: number
}

type Urgency = 'high' | 'normal' | 'low'

/** How long a push service keeps what it cannot deliver: yesterday's alert must not wake people the next day. */
const ttlSec = { trouble: 86_400, news: 14_400 } as const
const nameMax = 200
const placeMax = 600
const retryAfterMsMax = 3_600_000

/** Names the browser in the outbox: `17 ann@example.org`. */
export const pushIdOf = (recepient: string): number => Number.parseInt(recepient, 10) || 0

/** Tells a browser by its push service (RFC 8030), so that only the browser can read it. */
export class Push implements Channel {
  /** A repeated notification replaces the first one. */
  readonly repeat = 'harmless'
  readonly #options: PushOptions
  readonly #sender: PushSender | null

  constructor(options: PushOptions) {
    this.#options = options
    this.#sender = options.key && pushSenderOf(options.key)
  }

  /** The public key that browsers subscribe with; null where the installation's key cannot be unsealed. */
  get publicKey(): string | null {
    return this.#sender?.publicKey.toString('base64url') ?? null
  }

  send(message: Message): Promise<DeliveryResult> {
    const { orgId, recepient, stage, parts } = message
    const levels = parts.map(({ snapshot }) => snapshot.logAs)
    const isTrouble = stage === 'active' || stage === 'not-confirmed'
    const isSevere = levels.includes('critical') || levels.includes('failure')
    const urgency = !isTrouble ? 'low' : isSevere ? 'high' : 'normal'
    const payloadFor = (language: Language): PushPayload => payloadOf(message, language)
    return this.#post(orgId, pushIdOf(recepient), payloadFor, urgency, isTrouble ? ttlSec.trouble : ttlSec.news)
  }

  /** Sends a test notification. */
  sendTest(orgId: number, id: number): Promise<DeliveryResult> {
    const on = this.#options.now().getTime()
    const test = { topic: topicOf(`${orgId} test`), stage: 'test', level: 'none', name: 'Busbar', place: '' } as const
    const payloadFor = (language: Language): PushPayload => ({ ...test, language, path: '/alerts', confirm: null, on })
    return this.#post(orgId, id, payloadFor, 'high', ttlSec.news)
  }

  async #post(
    orgId: number,
    id: number,
    payloadFor: (language: Language) => PushPayload,
    urgency: Urgency,
    ttl: number,
  ): Promise<DeliveryResult> {
    const { sql, find, publicUrl, now, timeoutMs = 10_000 } = this.#options
    if (this.#sender === null) return failed('the key that signs messages is sealed, and cannot be opened')
    const target = await pushTarget(sql, orgId, id)
    if (target === undefined) return refused('the device is told nothing any more')
    const url = new URL(target.endpoint)
    let address: string
    try {
      address = await find(url.hostname, Number(url.port) || (url.protocol === 'https:' ? 443 : 80), orgId)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return why.startsWith('address not allowed') ? refused(why) : failed(why)
    }
    const payload = payloadFor(target.language)
    const headers = {
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(ttl),
      urgency,
      topic: payload.topic,
      authorization: this.#sender.authorization(url.origin, contactOf(publicUrl()), now()),
    }
    const body = encrypted(payload, target)
    const answer = await callHttp({ url, address, method: 'POST', headers, body, timeoutMs })
    return this.#judge(orgId, id, answer)
  }

  async #judge(orgId: number, id: number, answer: HttpAnswer): Promise<DeliveryResult> {
    const { sql, now } = this.#options
    if ('err' in answer) return answer.isUnclear ? unclear(answer.err) : failed(answer.err)
    const { status, retryAfter } = answer
    if (status >= 200 && status < 300) {
      await notePushed(sql, orgId, id, now())
      return { ok: true }
    }
    if (status === 404 || status === 410) {
      await endPush(sql, orgId, id)
      return refused(`HTTP ${status}: the device is not subscribed any more`)
    }
    if (status < 500 && status !== 408 && status !== 425 && status !== 429) return refused(`HTTP ${status}`)
    return { ...failed(`HTTP ${status}`), waitMs: waitMsOf(retryAfter, now()) }
  }
}

/** Contact address for operators of push services. */
const contactOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:busbar@${URL.parse(publicUrl)?.hostname ?? 'localhost'}`

/** Seconds, or a date. */
const waitMsOf = (retryAfter: string | undefined, now: Date): number => {
  if (retryAfter === undefined) return 0
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime()
  return Math.min(retryAfterMsMax, Math.max(0, ms || 0))
}

/** For a push service any 32 letters will do; what it names stays ours. */
const topicOf = (subject: string): string => createHash('sha256').update(subject).digest('base64url').slice(0, 32)

const payloadOf = (message: Message, language: Language): PushPayload => {
  const { orgId, alertId, id, stage, parts, outage, partCount, confirmUrl, dueOn } = message
  const [first] = parts
  const isOne = alertId !== 0
  const names = parts.map(({ snapshot }) => plain(snapshot.alertName))
  const others = partCount > 1 ? ` +${partCount - 1}` : ''
  return {
    topic: topicOf(isOne ? `${orgId} alert ${alertId}` : `${orgId} message ${id}`),
    stage,
    level: first?.snapshot.logAs ?? 'none',
    name: isOne ? (names[0] ?? '') : `${plain(outage ?? names[0] ?? '')}${others}`,
    place: isOne ? locationOf(first) : names.join(', '),
    language,
    path: isOne && alertId > 0 ? `/alerts/${alertId}` : '/alerts',
    confirm: confirmUrl,
    on: dueOn,
  }
}

/** Organization, network, device and parameter of what is true. */
const locationOf = (part: MessagePart | undefined): string => {
  const { net, device, param } = part?.snapshot.conditions[0] ?? {}
  const parts = [net, device, param].flatMap((one) => (one ? [plain(one)] : []))
  return [parts.join(' / '), plain(part?.snapshot.orgName ?? '')].filter((one) => one !== '').join('\n')
}

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text)

const encrypted = (payload: PushPayload, target: PushTarget): Buffer => {
  const full = { ...payload, name: cut(payload.name, nameMax), place: cut(payload.place, placeMax) }
  const text = JSON.stringify(full)
  return encryptPush(Buffer.byteLength(text) > pushBytesMax ? JSON.stringify({ ...full, place: '' }) : text, target)
}
