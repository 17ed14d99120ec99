import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import type { Clock } from '@busbar/kit'
import type { Certificate } from '@busbar/kit/certificate'
import { plainAddress } from '@busbar/kit/net'
import { ConnectionSlots } from '@busbar/modbus/net'
import { bindingBytes, nonceBytes, type SigningKey } from '@busbar/uplink/handshake'
import {
  isVpnRequest,
  parseVpnRequest,
  signVpnAnswer,
  VpnChannel,
  VpnProblem,
  type VpnRequest,
  vpnBindingLabel,
  vpnHello,
  vpnProof,
} from '@busbar/uplink/vpn'

export interface ConfigServerOptions {
  /** Listens on all addresses without a host. */
  host?: string
  port: number
  certificate: Certificate
  /** The installation's own, by which gateways know it. */
  key: SigningKey
  /** For a gateway that has proven its key. */
  answer: (request: VpnRequest, from: string) => Promise<object>
  clock: Clock
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
  connectionsMax?: number
}

const handshakeMs = 10_000
const perSourceMax = 50

/** Sends gateways the configuration of their tunnel. Each connection is limited to ten seconds and three messages. */
export class ConfigServer {
  readonly #options: ConfigServerOptions
  readonly #slots: ConnectionSlots
  readonly #open = new Set<TLSSocket>()
  #server: Server | null = null

  constructor(options: ConfigServerOptions) {
    const { clock, log, connectionsMax = 1000 } = options
    this.#options = options
    this.#slots = new ConnectionSlots({
      max: connectionsMax,
      perSourceMax,
      now: () => clock.now(),
      idleMsMin: handshakeMs,
      onFull: (facts) => log.warn(facts, 'gateways that ask for their tunnel find no room'),
    })
  }

  get port(): number {
    return (this.#server?.address() as AddressInfo | undefined)?.port ?? 0
  }

  async start(): Promise<void> {
    const { certificate, host, port } = this.#options
    const server = createServer({ ...certificate, minVersion: 'TLSv1.3', handshakeTimeout: handshakeMs })
    server.on('connection', (socket) => {
      const cameAt = this.#options.clock.now()
      const from = plainAddress(socket.remoteAddress ?? '') ?? ''
      const slot = this.#slots.take(from, { idleSince: () => cameAt, leave: () => socket.destroy() })
      if (slot === null) return void socket.destroy()
      socket.once('close', () => slot.free())
    })
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    server.on('secureConnection', (socket) => void this.#speak(socket))
    server.listen({ port, ...(host !== undefined && { host }) })
    await once(server, 'listening')
    this.#server = server
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    for (const socket of this.#open) socket.destroy()
    if (server !== null) await new Promise((resolve) => server.close(resolve))
  }

  async #speak(socket: TLSSocket): Promise<void> {
    const { key, answer, clock, log } = this.#options
    const from = plainAddress(socket.remoteAddress ?? '') ?? ''
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    const channel = new VpnChannel(socket, clock)
    try {
      const binding = socket.exportKeyingMaterial(bindingBytes, vpnBindingLabel, Buffer.alloc(0))
      const cloudNonce = randomBytes(nonceBytes)
      channel.send(vpnHello(cloudNonce))
      const request = parseVpnRequest(await channel.next())
      if (request === null) return channel.close()
      const context = { mac: request.mac, cloudNonce, binding }
      if (!isVpnRequest(context, request)) return channel.close()
      const text = JSON.stringify(await answer(request, from))
      channel.send(vpnProof({ key: key.publicKey, answer: text, sig: signVpnAnswer(context, request, text, key) }))
      // The gateway hangs up when it has read; who does not is cut off with the time of the connection.
      socket.end()
    } catch (error) {
      if (!(error instanceof VpnProblem)) log.error({ err: error, from }, 'vpn configuration was not sent to a gateway')
      channel.close()
    }
  }
}
