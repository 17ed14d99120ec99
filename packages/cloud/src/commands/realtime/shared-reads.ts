import type { Request, ResponseTo } from '@busbar/modbus'
import type { ExchangeOptions, ExchangeResult, ModbusClient } from '@busbar/polling'

/** Different reads that one link may have to answer at once; one more is refused as `full`, so that polling has room too. */
const readsMax = 128

/** Lets people who ask a link for the same at the same time have one answer. */
export class SharedReads {
  readonly #links = new WeakMap<ModbusClient, SharedLink>()

  /** The same link, for those who want a value that is as old as what is on its way at most. */
  over(link: ModbusClient): ModbusClient {
    const existing = this.#links.get(link)
    if (existing !== undefined) return existing
    const shared = new SharedLink(link)
    this.#links.set(link, shared)
    return shared
  }
}

class SharedLink implements ModbusClient {
  readonly #link: ModbusClient
  /** Reads that are not answered yet, by what they ask for. */
  readonly #reads = new Map<string, Promise<ExchangeResult<unknown>>>()

  constructor(link: ModbusClient) {
    this.#link = link
  }

  ask<R extends Request>(unit: number, request: R, options: ExchangeOptions): Promise<ExchangeResult<ResponseTo<R>>> {
    const name = nameOf(unit, request)
    if (name === null) return this.#link.ask(unit, request, options)
    const pending = this.#reads.get(name)
    // The same request has the same kind of answer.
    if (pending !== undefined) return pending as Promise<ExchangeResult<ResponseTo<R>>>
    if (this.#reads.size >= readsMax) return Promise.resolve({ err: 'full' })
    const read = this.#link.ask(unit, request, options).finally(() => this.#reads.delete(name))
    this.#reads.set(name, read)
    return read
  }

  transact(unit: number, pdu: Uint8Array, options: ExchangeOptions): Promise<ExchangeResult<Uint8Array>> {
    return this.#link.transact(unit, pdu, options)
  }
}

/** Reads of registers and bits alone have both an address and a count: nothing else may be done once for two. */
const nameOf = (unit: number, request: Request): string | null =>
  'address' in request && 'count' in request ? `${unit} ${request.fn} ${request.address} ${request.count}` : null
