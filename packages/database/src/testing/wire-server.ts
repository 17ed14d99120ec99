import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate as pause } from 'node:timers/promises'
import type { PoolOptions } from '../client/pool.ts'

/** A proxy to the test server whose connections can be cut or refused. */
export class WireServer {
  readonly #wires = new Set<Socket>()
  readonly #options: () => PoolOptions
  readonly #proxy = createServer({ noDelay: true }, (wire) => {
    this.dials += 1
    if (this.isAway) return wire.resetAndDestroy()
    const { host = '', port = 0 } = this.#options().servers[0] ?? {}
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    this.#wires.add(wire)
    wire.pipe(server).pipe(wire)
    wire.on('error', () => server.destroy()).on('close', () => this.#wires.delete(wire))
    server.on('error', () => wire.destroy())
  })
  /** Refuses connections. */
  isAway = false
  dials = 0

  /** The options are read when a client connects. */
  constructor(options: () => PoolOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    this.#proxy.listen(0, '127.0.0.1')
    await once(this.#proxy, 'listening')
  }

  get port(): number {
    return (this.#proxy.address() as AddressInfo).port
  }

  /** Options for the same database through the proxy. */
  get options(): PoolOptions {
    return { ...this.#options(), servers: [{ host: '127.0.0.1', port: this.port }] }
  }

  get open(): number {
    return this.#wires.size
  }

  /** Closes all connections and waits until our side is closed. */
  async cut(): Promise<void> {
    const cut = [...this.#wires]
    for (const wire of cut) wire.end()
    while (cut.some((wire) => this.#wires.has(wire))) await pause()
    for (let turn = 0; turn < 10; turn++) await pause()
  }

  /** Silently drops all data of the open connections. */
  hold(): void {
    for (const wire of this.#wires) {
      wire.unpipe()
      wire.pause()
    }
  }

  stop(): void {
    for (const wire of this.#wires) wire.destroy()
    this.#proxy.close()
  }
}
