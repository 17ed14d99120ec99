import { decodeAnswer, encodeRequest, type Request, type ResponseTo } from '@busbar/modbus'
import type { ExchangeOptions, ExchangeResult, Failure, ModbusClient } from '@busbar/polling'
import { fromBytes, type Messages, toBytes } from '../messages/messages.ts'
import { type ExchangeMessage, exchangeReply, type RemotePlace, subjects } from '../messages/wire.ts'

export interface RemoteClientOptions {
  messages: Messages
  /** Estimated time of the database. */
  databaseMs: () => number
  /** The owner now; null where it is free. */
  owner: () => { nodeId: string; place: RemotePlace } | null
}

/** Default deadline. */
const deadlineMsUsual = 30_000
/** For the way there and back. */
const travelMs = 2000

/**
 * Polls a device through the node that has its line. A request is handed over once: if no node accepts it, nothing was
 * sent; if no reply comes back, the outcome is unknown and reported as such.
 */
export class RemoteClient implements ModbusClient {
  readonly #options: RemoteClientOptions

  constructor(options: RemoteClientOptions) {
    this.#options = options
  }

  async ask<R extends Request>(
    unit: number,
    request: R,
    options: ExchangeOptions,
  ): Promise<ExchangeResult<ResponseTo<R>>> {
    const outcome = await this.transact(unit, encodeRequest(request), { isStretchable: true, ...options })
    return 'ok' in outcome ? decodeAnswer(request, outcome.ok) : outcome
  }

  async transact(unit: number, pdu: Uint8Array, options: ExchangeOptions): Promise<ExchangeResult<Uint8Array>> {
    const { priority, timeoutMs, deadlineMs = deadlineMsUsual, signal, origin, isStretchable = false } = options
    if (signal?.aborted === true) return { err: 'aborted' }
    if (deadlineMs <= 0) return { err: 'expired' }
    const owner = this.#options.owner()
    if (owner === null) return { err: 'no-connection' }
    const message: ExchangeMessage = {
      place: owner.place,
      unit,
      pdu: Buffer.from(pdu).toString('base64'),
      priority,
      ...(timeoutMs !== undefined && { timeoutMs }),
      dueOn: this.#options.databaseMs() + deadlineMs,
      ...(origin !== undefined && { origin }),
      isStretchable,
    }
    const outcome = this.#send(owner.nodeId, message, deadlineMs)
    return signal === undefined ? outcome : Promise.race([outcome, whenAborted(signal)])
  }

  async #send(nodeId: string, message: ExchangeMessage, deadlineMs: number): Promise<ExchangeResult<Uint8Array>> {
    const reply = await this.#options.messages.request(
      subjects.exchange(nodeId),
      toBytes(message),
      deadlineMs + travelMs,
    )
    if ('err' in reply) return { err: reply.err === 'nobody' ? 'no-connection' : 'closed' }
    const parsed = exchangeReply.safeParse(fromBytes(reply.ok))
    if (!parsed.success) return { err: 'closed' }
    return 'ok' in parsed.data ? { ok: parsed.data.ok } : { err: parsed.data.err as Failure }
  }
}

const whenAborted = (signal: AbortSignal): Promise<{ err: 'aborted' }> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve({ err: 'aborted' }), { once: true }))
