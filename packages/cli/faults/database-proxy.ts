import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** The way to a database, which can be cut. */
export class DatabaseProxy {
  readonly #pairs = new Set<[Socket, Socket]>()
  readonly #server = createServer((wire) => {
    if (this.isCut) return wire.resetAndDestroy()
    const there = connect(this.to)
    const pair: [Socket, Socket] = [wire, there]
    this.#pairs.add(pair)
    wire.pipe(there).pipe(wire)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        this.#pairs.delete(pair)
        for (const other of pair) other.destroy()
      })
    }
  })
  to: NetConnectOpts
  isCut = false

  constructor(to: NetConnectOpts) {
    this.to = to
  }

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  cut(): void {
    this.isCut = true
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy()
  }

  stop(): void {
    this.cut()
    this.#server.close()
  }
}
