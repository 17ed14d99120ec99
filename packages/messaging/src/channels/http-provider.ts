import { callHttp, type HttpAnswer } from '@busbar/kit/net'
import {
  type Channel,
  type DeliveryResult,
  errorAnswered,
  failed,
  type Message,
  type RetrySafety,
  refused,
  unclear,
} from '../message/message.ts'
import { wasUnclear } from '../message/retry.rules.ts'
import { idempotencyKey } from './idempotency-key.ts'
import {
  arrivalIn,
  fillRequest,
  fillStatus,
  isSuccess,
  type PlaceholderValues,
  type Provider,
  phoneNumber,
} from './provider.rules.ts'

export interface HttpProviderOptions {
  provider: Provider
  /** The installation's secret key; null where it cannot be unsealed. */
  key: Uint8Array | null
  text: (message: Message) => string
  timeoutMs?: number
}

const shownCharsMax = 200

/** SMS or a call by a provider's HTTP interface, as the installation describes it. */
export class HttpProvider implements Channel {
  readonly repeat: RetrySafety
  readonly #options: HttpProviderOptions

  constructor(options: HttpProviderOptions) {
    const { provider, key } = options
    this.#options = options
    // Without the key there is no id that the provider could know a message by.
    this.repeat = key === null ? 'never' : provider.idempotent ? 'known' : provider.status ? 'asked' : 'never'
  }

  async send(message: Message): Promise<DeliveryResult> {
    const { provider, key, text, timeoutMs = 20_000 } = this.#options
    const to = phoneNumber(message.recepient)
    if (to === null) return refused('not a telephone number')
    const lang = message.parts[0]?.snapshot.language ?? 'en'
    const keyText = key === null ? '' : idempotencyKey(key, message)
    const filling = { to, text: text(message), id: String(message.id), key: keyText, lang }
    if (this.repeat === 'asked' && wasUnclear(message.reason)) {
      const earlier = await this.#askStatus(filling)
      if (earlier !== null) return earlier
    }
    const { url, ...request } = fillRequest(provider, filling)
    return judge(provider, await callHttp({ ...request, url: new URL(url), timeoutMs }))
  }

  /**
   * Returns the result of an earlier attempt; null if it did not arrive and may be sent again. Nothing is sent while
   * that is unknown.
   */
  async #askStatus(filling: PlaceholderValues): Promise<DeliveryResult | null> {
    const { provider, timeoutMs = 20_000 } = this.#options
    if (provider.status === undefined) return null
    const { url, ...request } = fillStatus(provider.status, filling)
    const answer = await callHttp({ ...request, url: new URL(url), timeoutMs })
    const hasArrived = 'err' in answer ? null : arrivalIn(provider.status, answer)
    if (hasArrived === null)
      return failed(`asked whether it arrived: ${'err' in answer ? answer.err : answerText(answer)}`)
    return hasArrived ? { ok: true } : null
  }
}

/** Maps a response to a result, for messages that must not be sent twice. */
const judge = (provider: Provider, answer: HttpAnswer): DeliveryResult => {
  if ('err' in answer) return answer.isUnclear ? unclear(answer.err) : failed(answer.err)
  const { status, body } = answer
  if (status >= 200 && status < 300) return isSuccess(provider, body) ? { ok: true } : failed(answerText(answer))
  if (status === 429 || status === 503) return failed(answerText(answer))
  // Behind such an answer the provider may have done its work.
  return status >= 500 || status === 408 ? errorAnswered(answerText(answer)) : refused(answerText(answer))
}

const answerText = ({ status, body }: { status: number; body: string }): string =>
  `HTTP ${status}: ${body.slice(0, shownCharsMax)}`
