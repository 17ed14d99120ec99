import type { Channel, DeliveryResult, Message } from '../message/message.ts'
import { compose } from '../texts/compose.ts'
import { mailHtml, mailText } from '../texts/mail-text.ts'
import { type SmtpOptions, sendBySmtp } from './smtp.ts'

export interface EmailOptions extends SmtpOptions {
  publicUrl: () => string
}

/** E-mail by SMTP, as plain text and as HTML. */
export class Email implements Channel {
  readonly repeat = 'harmless'
  readonly #options: EmailOptions

  constructor(options: EmailOptions) {
    this.#options = options
  }

  send(message: Message): Promise<DeliveryResult> {
    const composed = compose(message, this.#options.publicUrl())
    return sendBySmtp(this.#options, {
      to: message.recepient.trim(),
      subject: composed.subject,
      text: mailText(composed),
      html: mailHtml(composed),
      name: `${message.orgId}.${message.id}`,
    })
  }
}
