import type { Socket } from 'node:net'
import { type Listener, listen } from '@busbar/modbus/net'
import type { Plant, Site } from '../plant/plant.ts'
import { LineWatch } from './line-watch.ts'
import { Responder } from './responder.ts'

export interface TcpOptions {
  host?: string
  /** Port of the first site; the others follow. 0 uses any free ports. */
  port: number
}

export interface ServedSite {
  site: Site
  host: string
  port: number
  readonly connections: number
}

export interface ServedPlant {
  sites: readonly ServedSite[]
  close(): Promise<void>
}

const together = 64

/** Opens a TCP port for every site. */
export const serveTcp = async (plant: Plant, { host = '127.0.0.1', port }: TcpOptions): Promise<ServedPlant> => {
  const servers = Array.from(plant.sites, (site, i) => new SiteServer(plant, site, host, port === 0 ? 0 : port + i))
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()))
  }
  try {
    for (let at = 0; at < servers.length; at += together) {
      await Promise.all(servers.slice(at, at + together).map((server) => server.open()))
    }
  } catch (error) {
    await close()
    throw error
  }
  return { sites: servers, close }
}

/** The port of one site, which goes away and falls silent as the line's faults say. */
class SiteServer implements ServedSite {
  readonly site: Site
  readonly host: string
  port: number
  readonly #plant: Plant
  readonly #line: LineWatch
  readonly #sockets = new Set<Socket>()
  #listener: Listener | null = null

  constructor(plant: Plant, site: Site, host: string, port: number) {
    this.#plant = plant
    this.site = site
    this.host = host
    this.port = port
    const onSilent = (): void => this.#sockets.forEach((socket) => socket.pause())
    const onDrop = (): void => this.#sockets.forEach((socket) => socket.resetAndDestroy())
    this.#line = new LineWatch(plant, site, { onSilent, onDrop })
  }

  get connections(): number {
    return this.#sockets.size
  }

  async open(): Promise<void> {
    this.#listener = await listen({
      host: this.host,
      port: this.port,
      envelope: this.site.description.envelope,
      handler: () => undefined,
      onConnection: (socket) => this.#accept(socket),
    })
    this.port = this.#listener.port
    this.#line.start()
  }

  async close(): Promise<void> {
    this.#line.stop()
    await this.#listener?.close()
  }

  #accept(socket: Socket): void {
    if (this.#line.isGone) return void socket.destroy()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    const { envelope } = this.site.description
    new Responder({ plant: this.#plant, site: this.site, stream: socket, envelope }).start()
    if (this.#line.isSilent) socket.pause()
  }
}
