import { WebServer } from './web-server.ts'

interface SentMessage {
  chat_id: number | string
  text: string
  entities: { type: string; offset: number; length: number }[]
  reply_markup?: { inline_keyboard: { text: string; url: string }[][] }
}

/** Telegram's Bot API, as far as a bot that sends uses it: methods below the bot's token, answers with `ok`, errors with their parameters. */
export class TelegramServer {
  readonly sent: SentMessage[] = []
  readonly #web = new WebServer()
  /** Chats that cannot be written to, each with the answer. */
  readonly errors = new Map<string, { error_code: number; description: string; parameters?: object }>()
  readonly token = '123456:stand-in_of-a-token'

  /** The address of the bot. */
  async start(): Promise<URL> {
    const origin = await this.#web.start()
    this.#web.answer = (response, { method, path, headers, body }) => {
      const say = (status: number, answer: object): void => {
        response.statusCode = status
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(answer))
      }
      const fail = (error: { error_code: number; description: string; parameters?: object }): void =>
        say(error.error_code, { ok: false, ...error })
      if (!path.startsWith(`/bot${this.token}/`)) return fail({ error_code: 401, description: 'Unauthorized' })
      if (method !== 'POST' || path !== `/bot${this.token}/sendMessage`)
        return fail({ error_code: 404, description: 'Not Found' })
      if (headers['content-type'] !== 'application/json')
        return fail({ error_code: 400, description: 'Bad Request: message text is empty' })
      const message = JSON.parse(body) as SentMessage
      const error = this.errors.get(String(message.chat_id))
      if (error !== undefined) return fail(error)
      if (message.text.length > 4096) return fail({ error_code: 400, description: 'Bad Request: message is too long' })
      for (const { url } of message.reply_markup?.inline_keyboard.flat() ?? [])
        if (!/^https?:\/\/[^/]*\./.test(url))
          return fail({ error_code: 400, description: 'Bad Request: BUTTON_URL_INVALID' })
      this.sent.push(message)
      return say(200, { ok: true, result: { message_id: this.sent.length, chat: { id: message.chat_id } } })
    }
    return new URL(`${origin}/bot${this.token}`)
  }

  stop(): Promise<void> {
    return this.#web.stop()
  }
}
