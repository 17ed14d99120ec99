import type { Socket } from 'node:net'
import { serve } from '@busbar/modbus'
import { type Listener, listen } from '@busbar/modbus/net'

/** A request that a device received. */
export interface NotedRequest {
  onMs: number
  site: number
  /** Which connection to the site it came over, counted from the first. */
  connection: number
  unit: number
  isWrite: boolean
  address: number
  /** The first register that was written. */
  word: number
}

const readFunctions = new Set([1, 2, 3, 4])
const wordAt = (pdu: Uint8Array, at: number): number => ((pdu[at] ?? 0) << 8) | (pdu[at + 1] ?? 0)

/** Sites whose devices answer everything after a while, and note each request with its time and connection. */
export class NotingField {
  readonly noted: NotedRequest[] = []
  readonly #answerMs: number
  readonly #listeners: Listener[] = []
  #connections = 0

  constructor(answerMs: number) {
    this.#answerMs = answerMs
  }

  /** Their ports. */
  async start(sites: number): Promise<number[]> {
    for (let site = 0; site < sites; site += 1) {
      const onConnection = (socket: Socket): void => this.#serve(site, socket)
      this.#listeners.push(await listen({ port: 0, envelope: 'tcp', handler: () => undefined, onConnection }))
    }
    return this.#listeners.map(({ port }) => port)
  }

  async stop(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.close()))
  }

  #serve(site: number, socket: Socket): void {
    this.#connections += 1
    const connection = this.#connections
    socket.on('error', () => {})
    serve(socket, { envelope: 'tcp', handler: (unit, pdu) => this.#answer(site, connection, unit, pdu) })
  }

  async #answer(site: number, connection: number, unit: number, pdu: Uint8Array): Promise<Uint8Array> {
    const [fn = 0] = pdu
    const isWrite = !readFunctions.has(fn)
    const address = wordAt(pdu, 1)
    const word = fn === 16 ? wordAt(pdu, 6) : wordAt(pdu, 3)
    this.noted.push({ onMs: performance.now(), site, connection, unit, isWrite, address, word })
    await new Promise((resolve) => setTimeout(resolve, this.#answerMs))
    return isWrite ? pdu.slice(0, 5) : answerTo(fn, wordAt(pdu, 3))
  }
}

/** Words that are sound in every format. */
const answerTo = (fn: number, count: number): Uint8Array => {
  const bytes = fn < 3 ? Math.ceil(count / 8) : 2 * count
  const body = Uint8Array.from({ length: bytes }, (_, at) => (fn >= 3 && at % 4 === 0 ? 0x41 : 0x10))
  return Uint8Array.of(fn, bytes, ...body)
}
