import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Clock, Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { HelperRequest } from '../helper-requests.ts'
import { dnsOf, type EthernetSettings, type Lease, leaseOf } from './settings.rules.ts'

/** Shortest interval between checks of a lease, and the interval for addresses without one. */
const leastMs = 30_000
const checkIntervalMs = 60_000

export interface LeaseWatchOptions {
  readonly settings: EthernetSettings
  readonly lease: () => Promise<Lease>
  readonly ask: (request: HelperRequest) => Promise<void>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

/** `dhcpAggressiveRenewEnable`: a lease is renewed at a tenth of its time. `dnssGateEnable`: its router of the moment is the first DNS server. */
export class LeaseWatch {
  readonly #options: LeaseWatchOptions
  #router: string | null = null
  #hasFailed = false
  #waitMs = leastMs
  readonly #checks: Periodic

  constructor(options: LeaseWatchOptions) {
    this.#options = options
    const { clock, log } = options
    this.#checks = new Periodic({
      name: 'lease',
      clock,
      everyMs: () => this.#waitMs,
      work: () => this.#check(),
      onError: (error) => log.warn({ err: error }, 'lease could not be checked'),
    })
  }

  start(): void {
    const { dhcpEnable, dhcpAggressiveRenewEnable, dnssGateEnable } = this.#options.settings
    // The settings may be confirmed after the gateway has stopped.
    if (this.#checks.isStopped) return
    if (dhcpEnable && (dhcpAggressiveRenewEnable || dnssGateEnable)) this.#checks.start()
  }

  stop(): Promise<void> {
    return this.#checks.stop()
  }

  async #check(): Promise<void> {
    const { settings, ask, log } = this.#options
    const { validSec, router } = await this.#options.lease().catch(() => ({ validSec: null, router: null }))
    const isRenewed = settings.dhcpAggressiveRenewEnable && validSec !== null
    const isOther = settings.dnssGateEnable && router !== null && router !== this.#router
    try {
      if (isRenewed || isOther) await ask({ verb: 'ethernet-renew', isRenewed, dns: dnsOf(settings, router) })
      this.#router = router
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed) log.warn({ err: error }, 'lease could not be renewed')
      this.#hasFailed = true
    }
    this.#waitMs = isRenewed ? Math.max(leastMs, validSec * 100) : checkIntervalMs
  }
}

const run = promisify(execFile)

const ip = async (...args: string[]): Promise<never[]> =>
  JSON.parse((await run('ip', ['-j', '-4', ...args], { timeout: 5000 })).stdout || '[]') as never[]

/** Reads the address of an interface and its lease from the system. */
export const readLease = async (name: string): Promise<Lease> =>
  leaseOf(await ip('addr', 'show', 'dev', name), await ip('route', 'show', 'default', 'dev', name))
