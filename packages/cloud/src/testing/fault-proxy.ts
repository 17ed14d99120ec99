import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Clock } from '@busbar/kit'

/** What happens to the bytes of one direction, counted from the moment when the faults were set, over all connections. */
interface DirectionFaults {
  /** Lets so many bytes pass, then ends the connection. */
  cutAt?: number
  /** Lets so many bytes pass, and swallows the others: the connection stays, half of it is dead. */
  deafAt?: number
  /** Inverts the byte at this place. */
  corruptAt?: number
  /** Everything is so much later. */
  delayMs?: number
  /** Bytes come one by one, with so much time between them. */
  dripMs?: number
}

export interface ProxyFaults {
  request?: DirectionFaults
  response?: DirectionFaults
}

export interface FaultProxyOptions {
  targetPort: number
  clock: Clock
}

type Direction = keyof ProxyFaults
const host = '127.0.0.1'

/** A way to a TCP server that goes wrong as a test wants it. Without faults it passes everything on. */
export class FaultProxy extends EventEmitter<{ cut: []; passed: [direction: Direction, total: number] }> {
  readonly #options: FaultProxyOptions
  readonly #sockets = new Set<Socket>()
  #server: Server | null = null
  #faults: ProxyFaults = {}
  /** Bytes that were passed on since the faults were set. */
  #passed = { request: 0, response: 0 }

  constructor(options: FaultProxyOptions) {
    super()
    this.#options = options
  }

  /** Where it listens, once it is started. */
  get port(): number {
    const address = (this.#server?.address() ?? null) as AddressInfo | null
    return address?.port ?? 0
  }

  get passed(): Readonly<Record<Direction, number>> {
    return this.#passed
  }

  async start(): Promise<this> {
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket))
    this.#server.listen(0, host)
    await once(this.#server, 'listening')
    return this
  }

  async stop(): Promise<void> {
    const server = this.#server
    if (server === null) return
    const closed = once(server, 'close')
    server.close()
    this.cut()
    await closed
    this.#server = null
  }

  /** From now on; bytes are counted from 0. */
  set(faults: ProxyFaults): void {
    this.#faults = faults
    this.#passed = { request: 0, response: 0 }
  }

  /** Ends every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.emit('cut')
  }

  #accept(near: Socket): void {
    const far = connect({ host, port: this.#options.targetPort, noDelay: true })
    const end = (): void => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      this.#sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        end()
      })
    }
    near.on('data', (bytes: Buffer) => this.#pass('request', bytes, far))
    far.on('data', (bytes: Buffer) => this.#pass('response', bytes, near))
  }

  #pass(direction: Direction, bytes: Buffer, to: Socket): void {
    const { delayMs = 0, dripMs = 0 } = this.#faults[direction] ?? {}
    if (dripMs === 0) return this.#later(delayMs, () => this.#forward(direction, bytes, to))
    for (let at = 0; at < bytes.length; at += 1) {
      this.#later(delayMs + at * dripMs, () => this.#forward(direction, bytes.subarray(at, at + 1), to))
    }
  }

  #later(ms: number, act: () => void): void {
    if (ms === 0) act()
    else this.#options.clock.after(ms, act)
  }

  #forward(direction: Direction, bytes: Buffer, to: Socket): void {
    const { cutAt = Infinity, deafAt = Infinity, corruptAt = -1 } = this.#faults[direction] ?? {}
    const from = this.#passed[direction]
    const part = Buffer.from(bytes.subarray(0, Math.max(0, Math.min(cutAt, deafAt) - from)))
    const place = corruptAt - from
    if (place >= 0 && place < part.length) part[place] = ~(part[place] ?? 0) & 0xff
    const isCut = from + bytes.length > cutAt
    this.#passed[direction] += part.length
    if (part.length > 0 && !to.destroyed) to.write(part, () => isCut && this.cut())
    else if (isCut) this.cut()
    this.emit('passed', direction, this.#passed[direction])
  }
}
