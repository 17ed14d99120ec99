import { type Channel, failed, type Message, type Outcome, refused, unclear } from '../message.ts'
import { callHttp, type HttpAnswer } from './http-call.ts'
import { phoneNumber } from './phone-number.ts'
import { fillRequest, isSuccess, type Provider } from './provider.rules.ts'

export interface HttpProviderOptions {
  provider: Provider
  text: (message: Message) => string
  timeoutMs?: number
}

const shownCharsMax = 200

/** SMS or a call by a provider's HTTP interface, as the installation describes it. */
export class HttpProvider implements Channel {
  readonly #options: HttpProviderOptions

  constructor(options: HttpProviderOptions) {
    this.#options = options
  }

  async send(message: Message): Promise<Outcome> {
    const { provider, text, timeoutMs = 20_000 } = this.#options
    const to = phoneNumber(message.recepient)
    if (to === null) return refused('not a telephone number')
    const lang = message.told[0]?.snapshot.language ?? 'en'
    const { url, ...request } = fillRequest(provider, { to, text: text(message), id: String(message.id), lang })
    return judge(provider, await callHttp({ ...request, url: new URL(url), timeoutMs }))
  }
}

/** What an answer means for something that must not be sent twice. */
const judge = (provider: Provider, answer: HttpAnswer): Outcome => {
  if ('err' in answer) return answer.isUnclear ? unclear(answer.err) : failed(answer.err)
  const { status, body } = answer
  const said = `HTTP ${status}: ${body.slice(0, shownCharsMax)}`
  if (status >= 200 && status < 300) return isSuccess(provider, body) ? { ok: true } : failed(said)
  if (status === 429 || status === 503) return failed(said)
  // Behind such an answer the provider may have done its work.
  return status >= 500 || status === 408 ? unclear(said) : refused(said)
}
