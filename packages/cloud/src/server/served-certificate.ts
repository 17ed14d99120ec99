import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { type Clock, Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { Tls } from '@busbar/wire/server'
import { type HostPolicy, hostPolicy } from './transport-security.ts'

export interface ServedCertificateOptions {
  /** Both in PEM. */
  files: { cert: string; key: string }
  clock: Clock
  log: Pick<Log, 'info' | 'error'>
}

const checkMs = 10_000

/**
 * Serves a certificate from files that another program renews. Files are polled instead of watched, so rewriting,
 * replacing and relinking all work.
 */
export class ServedCertificate {
  readonly #options: ServedCertificateOptions
  #served: Tls | null = null
  #policy: HostPolicy = () => false
  /** The last logged problem, so that each is logged once. */
  #problem = ''
  #checks: Periodic | null = null

  constructor(options: ServedCertificateOptions) {
    this.#options = options
  }

  /** The pair as it is now. Throws where it cannot be served. */
  async read(): Promise<Tls> {
    const { files } = this.#options
    const [cert, key] = await Promise.all([readFile(files.cert, 'utf8'), readFile(files.key, 'utf8')])
    checkPair({ cert, key })
    this.#served = { cert, key }
    this.#policy = hostPolicy(cert)
    return this.#served
  }

  /** True if the present certificate allows HSTS for a host. */
  mayUpgrade(host: string): boolean {
    return this.#policy(host)
  }

  /** Hands over every later pair that can be served. */
  start(serve: (pair: Tls) => void): void {
    const { clock, log, files } = this.#options
    this.#checks = new Periodic({
      name: 'certificate',
      clock,
      everyMs: checkMs,
      work: () => this.reload(serve),
      onError: (error) => log.error({ err: error, ...files }, 'checking the certificate files failed'),
    })
    this.#checks.start()
  }

  async stop(): Promise<void> {
    await this.#checks?.stop()
  }

  async reload(serve: (pair: Tls) => void): Promise<void> {
    const { files, log } = this.#options
    const before = this.#served
    try {
      const { cert, key } = await this.read()
      this.#problem = ''
      if (cert === before?.cert && key === before.key) return
      serve({ cert, key })
      log.info({ file: files.cert, validTo: new X509Certificate(cert).validTo }, 'certificate replaced')
    } catch (error) {
      const problem = String(error)
      if (problem !== this.#problem)
        log.error({ err: error, ...files }, 'new certificate is invalid: keeping the previous one')
      this.#problem = problem
    }
  }
}

/** An empty text would be taken for no certificate at all. */
const checkPair = ({ cert, key }: Tls): void => {
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    throw new Error('the key is not that of the certificate')
  }
  createSecureContext({ cert, key })
}
