import { parseTopic } from '@busbar/alerts/channels'
import { callHttp, type HttpAnswer } from '@busbar/kit/net'
import { type Channel, type DeliveryResult, failed, type Message, refused, unclear } from '../message/message.ts'
import { compose } from '../texts/compose.ts'
import { type ChatText, chatText, cutTo, isButtonUrl } from './chat-text.ts'
import { type HostLookup, outboundAddress } from './outbound.ts'

export interface NtfyOptions {
  find: HostLookup
  publicUrl: () => string
  timeoutMs?: number
}

/** Fields of a notification besides its text. */
interface NtfyFields {
  priority: number
  tags: readonly string[]
  click: string | null
  button: { label: string; url: string } | null
}

/** Longer texts become an attachment, which is not read at a glance. */
const textBytesMax = 3500
const waitMsMax = 3_600_000

const priorities: Readonly<Record<string, number>> = { critical: 5, failure: 4, warning: 4 }
const bytesOf = (text: string): number => Buffer.byteLength(text)

/** A notification by a server of ntfy, to the topic that an address names. It knows no id of ours: where an answer is missing, it may come twice. */
export class Ntfy implements Channel {
  readonly repeat = 'harmless'
  readonly #options: NtfyOptions

  constructor(options: NtfyOptions) {
    this.#options = options
  }

  send(message: Message): Promise<DeliveryResult> {
    const { confirmUrl, recepient, orgId, parts, stage } = message
    const composed = compose(message, this.#options.publicUrl())
    const hasButton = isButtonUrl(confirmUrl)
    const isOver = stage === 'resolved' || stage === 'confirmed'
    const levels = parts.map(({ snapshot }) => priorities[snapshot.logAs] ?? 3)
    return this.sendText(recepient, orgId, chatText(composed, hasButton), {
      priority: isOver ? 3 : Math.max(3, ...levels),
      tags: [isOver ? 'white_check_mark' : 'rotating_light'],
      click: composed.console?.text ?? composed.sections[0]?.link ?? null,
      button: hasButton ? { label: composed.confirm?.label ?? '', url: confirmUrl } : null,
    })
  }

  async sendText(
    address: string,
    orgId: number,
    { title, text }: ChatText,
    { priority, tags, click, button }: NtfyFields = { priority: 3, tags: [], click: null, button: null },
  ): Promise<DeliveryResult> {
    const { find, timeoutMs = 10_000 } = this.#options
    const target = parseTopic(address)
    if (target === null) return refused('not an address of a topic like https://ntfy.example.org/alerts')
    const { url, topic } = target
    const found = await outboundAddress(find, url, orgId)
    if ('err' in found) return found
    const body = JSON.stringify({
      topic,
      title: cutTo(title, 250, bytesOf),
      message: cutTo(text, textBytesMax, bytesOf),
      priority,
      tags,
      ...(click !== null && { click }),
      ...(button !== null && { actions: [{ action: 'view', ...button, clear: true }] }),
    })
    const headers = { 'content-type': 'application/json', 'user-agent': 'Busbar' }
    return judge(await callHttp({ url, ...found, method: 'POST', headers, body, timeoutMs }))
  }
}

const judge = (answer: HttpAnswer): DeliveryResult => {
  if ('err' in answer) return answer.isUnclear ? unclear(answer.err) : failed(answer.err)
  const { status, retryAfter } = answer
  if (status >= 200 && status < 300) return { ok: true }
  if (status >= 300 && status < 400) return refused(`HTTP ${status}: redirects are not followed`)
  const waitSec = Number(retryAfter)
  const waitMs = waitSec > 0 ? Math.min(waitSec * 1000, waitMsMax) : undefined
  return status >= 500 || status === 408 || status === 429
    ? { ...failed(`HTTP ${status}`), ...(waitMs !== undefined && { waitMs }) }
    : refused(`HTTP ${status}`)
}
