import { type Channel, type DeliveryResult, type Message, refused } from '../message/message.ts'

/** `isUnclear`: the command was sent, and its effect is unknown. */
export type ParamWriter = (
  orgId: number,
  paramId: number,
  /** A decimal, or a text. */
  value: string,
  /** For the audit record: which alert wrote. */
  reason: string,
) => Promise<{ ok: true } | { err: string; isUnclear: boolean }>

/** A write like any other, checked and recorded where all writes are. There is one attempt: a command is not repeated. */
export class WriteParam implements Channel {
  readonly repeat = 'never'
  readonly #write: ParamWriter

  constructor(write: ParamWriter) {
    this.#write = write
  }

  async send({ orgId, paramId, value, alertId, episode, parts }: Message): Promise<DeliveryResult> {
    if (paramId === null || value === null) return refused('no parameter or no value to write')
    const name = parts[0]?.snapshot.alertName ?? ''
    const outcome = await this.#write(orgId, paramId, value, `alert ${alertId} (${episode}): ${name}`)
    return 'ok' in outcome ? outcome : { ...outcome, isFinal: true }
  }
}
