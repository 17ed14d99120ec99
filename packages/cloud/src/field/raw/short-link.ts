import type { Clock } from '@busbar/kit'
import { type ByteStream, Client, type Request, type ResponseTo } from '@busbar/modbus'
import type { ExchangeOptions, ExchangeResult, ModbusClient } from '@busbar/polling'
import type { Dialer } from '../dialling/dialer.ts'
import type { DialTarget } from '../dialling/raw-allow.ts'

export interface ShortLinkOptions {
  clock: Clock
  dialer: Pick<Dialer, 'dial'>
  target: Target
  /** For the connection. */
  openMs: number
  /** For an answer. */
  timeoutMs: number
  onClose(): void
}

/** An address that was looked up, and for which organization it is dialled. */
export type Target = DialTarget & { address: string }

const waitingMax = 128

/** A connection to an address that the caller chose. It is opened once; callers that find it closed open another. */
export class ShortLink implements ModbusClient {
  readonly #options: ShortLinkOptions
  readonly #dialling = new AbortController()
  #client: Client | null = null
  #isClosed = false

  constructor(options: ShortLinkOptions) {
    this.#options = options
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Dials. Whatever went wrong looks the same from outside: there is no connection. */
  async open(): Promise<void> {
    const stream = await this.#dial()
    if (stream === null) return this.close()
    if (this.#isClosed) return void stream.destroy()
    const { clock, timeoutMs } = this.#options
    const onClose = (): void => this.#closed()
    // Sequential, because the number of requests that this gateway can handle concurrently is unknown.
    this.#client = new Client(stream, { envelope: 'tcp', depth: 1, clock, timeoutMs, queueMax: waitingMax, onClose })
  }

  close(): void {
    if (this.#client === null) this.#closed()
    else this.#client.close()
  }

  ask<R extends Request>(unit: number, request: R, options: ExchangeOptions): Promise<ExchangeResult<ResponseTo<R>>> {
    return this.#client?.ask(unit, request, options) ?? Promise.resolve({ err: 'no-connection' })
  }

  transact(unit: number, pdu: Uint8Array, options: ExchangeOptions): Promise<ExchangeResult<Uint8Array>> {
    return this.#client?.transact(unit, pdu, options) ?? Promise.resolve({ err: 'no-connection' })
  }

  async #dial(): Promise<ByteStream | null> {
    const { clock, dialer, target, openMs } = this.#options
    const { signal } = this.#dialling
    const { promise: givenUp, resolve } = Promise.withResolvers<null>()
    signal.addEventListener('abort', () => resolve(null))
    const cancel = clock.after(openMs, () => this.#dialling.abort())
    const dialled = dialer.dial({ ...target, host: target.address, turn: 0, signal }).then(
      ({ stream }) => stream,
      () => null,
    )
    const stream = await Promise.race([dialled, givenUp])
    cancel()
    // It came too late.
    if (signal.aborted) void dialled.then((late) => late?.destroy())
    return signal.aborted ? null : stream
  }

  #closed(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#dialling.abort()
    this.#client = null
    this.#options.onClose()
  }
}
