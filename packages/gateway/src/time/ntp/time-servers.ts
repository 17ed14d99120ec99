import { lookup } from 'node:dns/promises'
import { isIP, isIPv4 } from 'node:net'
import type { Log } from '@busbar/kit/log'
import { isAtHome, type Path } from '../../net/paths.rules.ts'
import { resolveOn } from '../../net/paths.ts'
import { bestOf, type Sample } from './ntp.rules.ts'
import { type ExchangeParts, exchange, type NtpResult } from './ntp-exchange.ts'

export interface TimeServersParts extends ExchangeParts {
  /** 123, but for tests. */
  readonly port: number
  /** Addresses of a name; the system's, but for tests. */
  readonly addressesOf?: (host: string) => Promise<readonly string[]>
  readonly log: Pick<Log, 'debug'>
}

export interface ServerSample extends Sample {
  readonly host: string
}

const sampleCount = 3
/** Public servers drop those who ask faster. */
const betweenMs = 2000
const triesMax = 2
const lookupMs = 3000
const addressesMax = 2
const refusersMax = 64
const hourMs = 3_600_000

const systemAddresses = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** Asks time servers, one after another, until one of them tells the time. */
export class TimeServers {
  readonly #parts: TimeServersParts
  /** Addresses that sent us away, and until when they are left alone. */
  readonly #refusers = new Map<string, number>()

  constructor(parts: TimeServersParts) {
    this.#parts = parts
  }

  async measure(hosts: readonly string[], signal: AbortSignal, path?: Path): Promise<ServerSample | null> {
    for (const host of hosts) {
      for (const address of await this.#addressesOf(host, signal, path)) {
        if (signal.aborted) return null
        const best = bestOf(await this.#samplesOf(address, signal, path))
        if (best !== undefined) return { ...best, host }
      }
    }
    return null
  }

  /** Those of a name that have not sent us away; none where it is unknown. */
  async #addressesOf(host: string, signal: AbortSignal, path?: Path): Promise<readonly string[]> {
    const { clock, addressesOf = systemAddresses } = this.#parts
    const isBound = path?.localAddress !== undefined
    const isPathDns = isBound && path.dnsServers !== undefined && isIP(host) === 0
    const resolving = isPathDns ? resolveOn(path, host) : addressesOf(host)
    const enough = new AbortController()
    const patience = this.#pause(lookupMs, AbortSignal.any([signal, enough.signal]))
    const found = await Promise.race([resolving.catch(() => []), patience])
    enough.abort()
    const isWelcome = (address: string): boolean => (this.#refusers.get(address) ?? 0) <= clock.now()
    // An address of the modem or the Ethernet is one of IPv4.
    const isReached = (address: string): boolean => !isBound || isIPv4(address)
    return (found ?? []).filter(isReached).filter(isWelcome).slice(0, addressesMax)
  }

  /** Several, for the way there is longer at one time than at another. One that is silent twice is not waited for again. */
  async #samplesOf(address: string, signal: AbortSignal, path?: Path): Promise<readonly Sample[]> {
    const { port, log } = this.#parts
    const localAddress = isAtHome(address) ? undefined : path?.localAddress
    const samples: Sample[] = []
    let failures = 0
    while (samples.length < sampleCount && failures < triesMax && !signal.aborted) {
      if (samples.length > 0) await this.#pause(betweenMs, signal)
      const result = await exchange({ address, port, localAddress }, this.#parts, signal)
      if ('ok' in result) samples.push(result.ok)
      else {
        log.debug({ address, ...result }, 'a time server did not tell the time')
        failures += this.#isFinal(address, result) ? triesMax : 1
      }
    }
    return signal.aborted ? [] : samples
  }

  /** Is it of no use to ask that one again? */
  #isFinal(address: string, failure: Exclude<NtpResult, { ok: Sample }>): boolean {
    if (failure.err === 'timeout') return false
    if (failure.err === 'kiss') this.#pauseServer(address, failure.hours)
    return true
  }

  #pauseServer(address: string, hours: number): void {
    this.#refusers.delete(address)
    const [oldest] = this.#refusers.keys()
    if (oldest !== undefined && this.#refusers.size >= refusersMax) this.#refusers.delete(oldest)
    this.#refusers.set(address, this.#parts.clock.now() + hours * hourMs)
  }

  /** So long, or until it is cancelled. */
  #pause(delayMs: number, signal: AbortSignal): Promise<undefined> {
    return new Promise((resolve) => {
      const end = (): void => {
        cancel()
        signal.removeEventListener('abort', end)
        resolve(undefined)
      }
      const cancel = this.#parts.clock.after(delayMs, end)
      signal.addEventListener('abort', end)
      if (signal.aborted) end()
    })
  }
}
