import { callHttp, type HttpAnswer } from '@busbar/kit/net'
import { setting } from '@busbar/kit/program'
import { z } from 'zod'
import { type Channel, type DeliveryResult, failed, type Message, refused, unclear } from '../message/message.ts'
import { compose } from '../texts/compose.ts'
import { type ChatText, chatText, cutTo, isButtonUrl } from './chat-text.ts'

export interface TelegramOptions {
  /** Base address of the bot, as `https://api.telegram.org/bot<token>`; the names of methods follow it. */
  url: URL
  publicUrl: () => string
  timeoutMs?: number
}

/** Reads a bot's token, or the address of its methods; null where it is neither. */
export const readTelegramBot = (text: string): URL | null => {
  const bare = text.trim()
  if (/^\d{3,20}:[\w-]{10,100}$/.test(bare)) return new URL(`https://api.telegram.org/bot${bare}`)
  const url = URL.parse(bare)
  return url !== null && /^https?:$/.test(url.protocol) && /\/bot\d+:[\w-]+\/?$/.test(url.pathname) ? url : null
}

/** The installation's setting. */
export const telegramSetting = setting({
  isSecret: true,
  value: 'TOKEN',
  about: 'the bot that sends messages in Telegram: its token, or the address that its methods are called at',
  schema: z
    .string()
    .transform((text, { issues }) => {
      const url = readTelegramBot(text)
      if (url !== null) return url
      const message = 'the token of a bot like 123456:ABC-DEF, as BotFather gives it'
      issues.push({ code: 'custom', input: text, message })
      return z.NEVER
    })
    .optional(),
})

/** Maximum length of a text, in UTF-16 units. */
const textMax = 4096
const shownCharsMax = 200
/** Longer waiting times of the service are ignored. */
const waitSecMax = 3600

const answerShape = z.object({
  ok: z.boolean(),
  description: z.string().catch(''),
  parameters: z
    .object({
      retry_after: z.number().optional().catch(undefined),
      migrate_to_chat_id: z.number().optional().catch(undefined),
    })
    .catch({}),
})
type TelegramReply = z.infer<typeof answerShape>

/** A message of a Telegram bot to a chat. The service knows no id of ours: where an answer is missing, it may come twice. */
export class Telegram implements Channel {
  readonly repeat = 'harmless'
  readonly #options: TelegramOptions

  constructor(options: TelegramOptions) {
    this.#options = options
  }

  send(message: Message): Promise<DeliveryResult> {
    const { confirmUrl, recepient } = message
    const composed = compose(message, this.#options.publicUrl())
    const hasButton = isButtonUrl(confirmUrl)
    const button = hasButton ? { text: composed.confirm?.label ?? '', url: confirmUrl } : null
    return this.sendText(recepient.trim(), chatText(composed, hasButton), button)
  }

  /** A group that has become a supergroup has another number, which the answer names. */
  async sendText(
    chat: string,
    message: ChatText,
    button: { text: string; url: string } | null = null,
  ): Promise<DeliveryResult> {
    const first = await this.#post(chat, message, button)
    const movedTo = 'reply' in first ? first.reply?.parameters.migrate_to_chat_id : undefined
    return judge(movedTo === undefined ? first : await this.#post(String(movedTo), message, button))
  }

  async #post(
    chat: string,
    { title, text }: ChatText,
    button: { text: string; url: string } | null,
  ): Promise<TelegramResult> {
    const { url, timeoutMs = 15_000 } = this.#options
    const messageText = cutTo(`${title}\n\n${text}`, textMax, (one) => one.length)
    const body = JSON.stringify({
      chat_id: /^-?\d+$/.test(chat) ? Number(chat) : chat,
      text: messageText,
      // No markup: nothing that people enter can become any.
      entities: [{ type: 'bold', offset: 0, length: Math.min(title.length, messageText.length) }],
      link_preview_options: { is_disabled: true },
      ...(button !== null && { reply_markup: { inline_keyboard: [[button]] } }),
    })
    const method = new URL(`${url.href.replace(/\/+$/, '')}/sendMessage`)
    const headers = { 'content-type': 'application/json', 'user-agent': 'Busbar' }
    const answer = await callHttp({ url: method, method: 'POST', headers, body, timeoutMs })
    return 'err' in answer ? answer : { status: answer.status, reply: readAnswer(answer) }
  }
}

type TelegramResult = Extract<HttpAnswer, { err: string }> | { status: number; reply: TelegramReply | null }

const readAnswer = ({ body }: { body: string }): TelegramReply | null => {
  try {
    return answerShape.safeParse(JSON.parse(body)).data ?? null
  } catch {
    return null
  }
}

const judge = (answer: TelegramResult): DeliveryResult => {
  if ('err' in answer) return answer.isUnclear ? unclear(answer.err) : failed(answer.err)
  const { status, reply } = answer
  if (status >= 200 && status < 300 && reply?.ok === true) return { ok: true }
  const err = `HTTP ${status}${reply?.description ? `: ${reply.description.slice(0, shownCharsMax)}` : ''}`
  const waitSec = reply?.parameters.retry_after
  if (status === 429) return { ...failed(err), ...(waitSec && { waitMs: Math.min(waitSec, waitSecMax) * 1000 }) }
  // 401 and 404 speak of the bot, which the administrator can set right; the chat is not to blame.
  if (status === 401 || status === 404) return failed(`the bot of the installation is refused, ${err}`)
  return status >= 500 || status < 400 ? failed(err) : refused(err)
}
