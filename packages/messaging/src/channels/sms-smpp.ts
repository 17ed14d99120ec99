import { type Channel, type DeliveryResult, failed, type Message, refused, unclear } from '../message/message.ts'
import type { Answer } from '../smpp/link.ts'
import { smsParts } from '../smpp/parts.rules.ts'
import { submitBody } from '../smpp/pdu.ts'
import { phoneNumber } from './provider.rules.ts'

export interface SmsSmppOptions {
  link: { submit(body: Buffer): Promise<Answer> }
  /** Sender of the SMS, as the provider allows it. */
  from: string
  text: (message: Message) => string
}

/** Full queue, too fast, a fault of the provider's own: another time it may be otherwise. */
const temporaryCodes: readonly number[] = [0x08, 0x14, 0x58, 0x64, 0x65]

/** SMS by SMPP 3.4; a long text goes in parts that the telephone puts together. */
export class SmsSmpp implements Channel {
  /** The protocol knows no id of ours by which it could be asked, or would know a message again. */
  readonly repeat = 'never'
  readonly #options: SmsSmppOptions
  #reference = 0

  constructor(options: SmsSmppOptions) {
    this.#options = options
  }

  async send(message: Message): Promise<DeliveryResult> {
    const { link, from, text } = this.#options
    const to = phoneNumber(message.recepient)
    if (to === null) return refused('not a telephone number')
    this.#reference = (this.#reference + 1) & 0xff
    const parts = smsParts(text(message), this.#reference)
    for (const [at, part] of parts.entries()) {
      const outcome = deliveryResult(await link.submit(submitBody({ from, to, ...part })))
      // The first half has arrived: it is not sent once more.
      if ('err' in outcome) return at === 0 ? outcome : unclear(`part ${at + 1} of ${parts.length}: ${outcome.err}`)
    }
    return { ok: true }
  }
}

const deliveryResult = (answer: Answer): DeliveryResult => {
  if ('err' in answer) {
    const isClear = answer.err === 'not-connected'
    return isClear ? failed('the SMPP provider is not connected') : unclear(`SMPP: ${answer.err}`)
  }
  if (answer.status === 0) return { ok: true }
  const reason = `SMPP status 0x${answer.status.toString(16).padStart(8, '0')}`
  return temporaryCodes.includes(answer.status) ? failed(reason) : refused(reason)
}
