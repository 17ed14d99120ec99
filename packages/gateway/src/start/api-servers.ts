import type { Socket } from 'node:net'
import { hostname } from 'node:os'
import { closeApp } from '@busbar/wire/server'
import { createApi } from '../api/server/app.ts'
import type { HttpsServer } from '../api/server/https-server.ts'
import { isAccepting } from '../box/service-manager.ts'
import type { Forwarding } from '../network/forward/forwarding.ts'
import { cardOnlyLog } from '../storage/logs/tagged-log.ts'
import type { GatewayParts, PartContext } from './gateway-parts.ts'
import { httpsServerFor } from './https.ts'
import { forwardingFor } from './remote-servers.ts'

/** The API over HTTP and HTTPS, and the forwarded ports, which must not take a port of the API. */
export class ApiServers {
  readonly #context: PartContext
  readonly #parts: GatewayParts
  #api: ReturnType<typeof createApi> | undefined
  #http: { readonly host: string; readonly port: number; readonly url: string } | undefined
  #https: HttpsServer | null = null
  #forwarding: Forwarding | undefined

  constructor(context: PartContext, parts: GatewayParts) {
    this.#context = context
    this.#parts = parts
  }

  /** Creates the API, which is not reachable yet. */
  create(): void {
    const { host } = this.#context
    const { service, logOf, cardLogs, ethernet } = this.#parts
    this.#api = createApi(service, {
      hostName: hostname(),
      allowHosts: host.env['allow-host'],
      clock: host.clock,
      log: logOf('system'),
      answered: cardOnlyLog(cardLogs, 'api'),
      panel: host.env.panel,
      servesMobile: host.env['http-on-gsm'],
      onClientServed: (socket) => ethernet?.clientServed(socket),
      ...(host.clientAddressOf && { clientAddressOf: host.clientAddressOf }),
    })
  }

  async listen(): Promise<void> {
    const { host, listenAddresses } = this.#context
    const { host: address, port = host.store.active.httpd.port } = listenAddresses.http
    const url = await this.#created.app.listen({ host: address, port })
    this.#http = { host: address, port: Number(new URL(url).port) || 80, url: `${url}/` }
  }

  async startHttps(): Promise<void> {
    const { host } = this.#context
    const https = httpsServerFor({ ...host, log: this.#parts.logOf('system') }, this.http.port, this.#created)
    await https?.start()
    this.#https = https
    this.#parts.service.doors.https = https
  }

  async startForwarding(): Promise<void> {
    const { host, listenAddresses } = this.#context
    const { service, logOf, modbusPorts, forwardingPath } = this.#parts
    const ownPorts = () => {
      const httpsPort = this.#https?.status().port ?? null
      return [this.http.port, ...(httpsPort === null ? [] : [httpsPort]), ...modbusPorts()]
    }
    const isMobile = (socket: Socket): boolean => service.arrivalOf(socket) === 'gsm'
    const { host: modbusHost } = listenAddresses.modbus
    const forwarding = forwardingFor(host, logOf('forwarding'), modbusHost, ownPorts, forwardingPath, isMobile)
    await forwarding.start()
    this.#forwarding = forwarding
    service.doors.forwarding = forwarding
  }

  stopForwarding(): Promise<void> | undefined {
    return this.#forwarding?.stop()
  }

  /** Waits for requests in progress for at most `finishMs`, then closes their connections. */
  async finish(finishMs: number): Promise<void> {
    await closeApp(this.#created.app, finishMs)
  }

  get http() {
    if (this.#http === undefined) throw new Error('the API does not listen yet')
    return this.#http
  }

  /** Null when HTTPS is switched off. */
  get https(): HttpsServer | null {
    return this.#https
  }

  /** `HOST:PORT`; null while it is closed. */
  get modbusTcp(): string | null {
    const { port } = this.#parts.tcpServer
    return port === 0 ? null : `${this.#context.listenAddresses.modbus.host}:${port}`
  }

  /** Why the gateway does not do its work; undefined while it does. */
  async problem(): Promise<string | undefined> {
    if (this.#parts.bus.isStuck) return 'the bus is stuck'
    return (await isAccepting(this.http.url)) ? undefined : 'the API does not accept connections'
  }

  get #created() {
    if (this.#api === undefined) throw new Error('the API is not created yet')
    return this.#api
  }
}
