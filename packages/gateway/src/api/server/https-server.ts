import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Clock, exponentialBackOff } from '@busbar/kit'
import type { Certificate } from '@busbar/kit/certificate'
import type { Log } from '@busbar/kit/log'
import type { FastifyInstance } from 'fastify'

/** State of the HTTPS listener. */
export interface HttpsStatus {
  /** Null while it does not listen. */
  readonly port: number | null
  /** Null while it does not listen. */
  readonly url: string | null
  /** SHA-256 of the certificate, in pairs; null when the certificate cannot be used. */
  readonly fingerprint: string | null
  /** Why it does not listen; null while it does. */
  readonly problem: string | null
}

/** Returns what the API and the report to the cloud contain. `server` is null when HTTPS is switched off. */
export const httpsSummary = (server: { status(): HttpsStatus } | null): Omit<HttpsStatus, 'url'> => {
  const { port = null, fingerprint = null, problem = null } = server?.status() ?? {}
  return { port, fingerprint, problem }
}

interface OwnCertificate extends Certificate {
  readonly fingerprint: string
}

interface HttpsServerParts {
  /** Serves the requests; it must be ready. */
  readonly app: Pick<FastifyInstance, 'routing'>
  /** Reads the certificate, or creates it. */
  readonly certificate: () => OwnCertificate
  readonly listenAddress: { readonly host: string; readonly port: number }
  /** Applies the connection limits that it shares with the HTTP server. */
  readonly guard: (server: FastifyInstance['server']) => void
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn'>
}

const handshakeMs = 10_000
/** The cloud accepts texts of this length. */
const problemMax = 200
const [retryMinMs, retryMaxMs] = [1000, 30_000]

/**
 * Serves the API and the panel over HTTPS beside HTTP. A port in use or an unusable certificate does not stop the gateway: the problem is
 * logged and reported, and a port in use is retried.
 */
export class HttpsServer {
  readonly #parts: HttpsServerParts
  #certificate: OwnCertificate | null = null
  #server: Server | null = null
  #problem: string | null = null
  #failures = 0
  #isStopped = false
  #cancelRetry: () => void = () => {}
  #turn: Promise<void> = Promise.resolve()

  constructor(parts: HttpsServerParts) {
    this.#parts = parts
  }

  status(): HttpsStatus {
    const { host } = this.#parts.listenAddress
    const port = this.#server === null ? null : (this.#server.address() as AddressInfo).port
    const name = host.includes(':') ? `[${host}]` : host
    const url = port === null ? null : `https://${name}:${port}/`
    return { port, url, fingerprint: this.#certificate?.fingerprint ?? null, problem: this.#problem }
  }

  start(): Promise<void> {
    try {
      this.#certificate = this.#parts.certificate()
    } catch (error) {
      this.#fail(error, `the certificate cannot be used: ${(error as Error).message}`)
    }
    return this.#open()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelRetry()
    await this.#turn
    const server = this.#server
    this.#server = null
    await new Promise<void>((resolve) => {
      if (server === null) return resolve()
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }

  #open(): Promise<void> {
    this.#turn = this.#tryOpen()
    return this.#turn
  }

  async #tryOpen(): Promise<void> {
    const { clock, log, listenAddress } = this.#parts
    if (this.#certificate === null) return
    try {
      this.#server = await this.#listen(this.#certificate)
      if (this.#problem !== null) log.info({ port: listenAddress.port }, 'https listener started after a retry')
      this.#problem = null
      this.#failures = 0
    } catch (error) {
      this.#fail(error, listenProblem(error as NodeJS.ErrnoException, listenAddress))
      if (this.#isStopped) return
      const retryMs = exponentialBackOff(this.#failures, retryMinMs, retryMaxMs)
      this.#failures += 1
      this.#cancelRetry = clock.after(retryMs, () => void this.#open())
    }
  }

  async #listen({ cert, key }: OwnCertificate): Promise<Server> {
    const { app, guard, listenAddress } = this.#parts
    const options = { cert, key, minVersion: 'TLSv1.2', handshakeTimeout: handshakeMs } as const
    const server = createServer(options, (request, response) => app.routing(request, response))
    guard(server)
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    server.listen({ host: listenAddress.host, port: listenAddress.port })
    await Promise.race([
      once(server, 'listening'),
      once(server, 'error').then(([error]) => Promise.reject(error as Error)),
    ])
    return server
  }

  /** Logs a problem once, not at every retry. */
  #fail(error: unknown, text: string): void {
    const problem = text.slice(0, problemMax)
    if (problem !== this.#problem)
      this.#parts.log.warn({ err: error, port: this.#parts.listenAddress.port }, 'https listener failed to start')
    this.#problem = problem
  }
}

const listenProblem = (
  { code, message }: NodeJS.ErrnoException,
  { host, port }: HttpsServerParts['listenAddress'],
): string => {
  if (code === 'EADDRINUSE') return `port ${port} is in use by another program`
  if (code === 'EACCES') return `port ${port} requires a privilege that the gateway does not have`
  if (code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine`
  return message
}
