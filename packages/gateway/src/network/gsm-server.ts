import type { Socket } from 'node:net'
import type { TcpClientStatus } from './tcp-client.ts'
import { TcpServer, type TcpServerParts } from './tcp-server.ts'

/** Fields of `ownSrv` that this server uses. */
export interface GsmServerSettings {
  /** Null: the server is off. */
  readonly atmListenPort: number | null
  readonly atmClientsProtocol: number
  readonly delayForKeepaliveSec: number | null
}

export interface GsmServerParts extends Omit<TcpServerParts, 'settings' | 'listenAddress' | 'arrivalOf' | 'name'> {
  readonly settings: GsmServerSettings
  /** True if the Ethernet server listens at this port on all interfaces and hands over its GSM connections. */
  readonly isShared?: (port: number) => boolean
}

/** Modbus TCP server on GSM. It listens only at the modem's address, while there is one. */
export class GsmServer {
  readonly #parts: GsmServerParts
  #settings: GsmServerSettings
  #ip: string | null = null
  #server: TcpServer | null = null
  #isShared = false
  #turn: Promise<void> = Promise.resolve()

  constructor(parts: GsmServerParts) {
    this.#parts = parts
    this.#settings = parts.settings
  }

  /** New address of the modem; null without one. */
  listenAt(ip: string | null): Promise<void> {
    return this.#inTurn(async () => {
      if (ip === this.#ip) return
      this.#ip = ip
      await this.#begin()
    })
  }

  apply(settings: GsmServerSettings): Promise<void> {
    return this.#inTurn(async () => {
      const isShared = this.#sharesPort(settings.atmListenPort)
      const isSame = settings.atmListenPort === this.#settings.atmListenPort && isShared === this.#isShared
      this.#settings = settings
      await (isSame && this.#server !== null ? this.#server.apply(serverSettings(settings)) : this.#begin())
    })
  }

  stop(): Promise<void> {
    return this.listenAt(null)
  }

  /** Serves a mobile connection that arrived at a port of the server on Ethernet, or closes it: only `atmListenPort` serves mobile clients. */
  take(socket: Socket): void {
    if (this.#server !== null && this.#isShared) this.#server.accept(socket)
    else socket.destroy()
  }

  status(): { readonly listenPortGsm: number; readonly clients: readonly TcpClientStatus[] } {
    const port = this.#isShared ? this.#settings.atmListenPort : this.#server?.port
    return { listenPortGsm: port ?? 0, clients: this.#server?.status().clients ?? [] }
  }

  async #begin(): Promise<void> {
    await this.#server?.stop()
    this.#server = null
    this.#isShared = false
    const host = this.#ip
    if (host === null || this.#settings.atmListenPort === null) return
    const settings = serverSettings(this.#settings)
    this.#server = new TcpServer({
      ...this.#parts,
      settings,
      listenAddress: { host },
      arrivalOf: () => 'gsm',
      name: 'gsm',
    })
    this.#isShared = this.#sharesPort(this.#settings.atmListenPort)
    if (!this.#isShared) await this.#server.start()
  }

  #sharesPort(port: number | null): boolean {
    return port !== null && this.#parts.isShared?.(port) === true
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(act)
    this.#turn = done.catch(() => {})
    return done
  }
}

const serverSettings = ({ atmListenPort, atmClientsProtocol, delayForKeepaliveSec }: GsmServerSettings) => ({
  ethListenPort: atmListenPort ?? 0,
  ethClientsProtocol: atmClientsProtocol,
  delayForKeepaliveSec,
})
