import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { isAtHome, type Path } from '../../network/paths.rules.ts'
import { resolveOn } from '../../network/paths.ts'
import { cookieBytes, decodeReply, encodeRequest, noTimeMs } from './ntp-packet.ts'

/** A measurement of the offset. */
interface Sample {
  /** Offset of the local clock. */
  readonly offsetMs: number
  /** Round-trip delay; the offset is wrong by at most half of it. */
  readonly delayMs: number
}

/** Local times of sending and receiving. */
interface RoundTrip {
  readonly sentMs: number
  readonly cameMs: number
}

/** Codes of a server that must not be queried, with the number of hours. */
const kissHours = { DENY: 24, RSTR: 24, RATE: 1 }

type Kiss = keyof typeof kissHours

type NtpVerdict = { ok: Sample } | { err: 'unset' | 'nonsense' } | { err: 'kiss'; code: Kiss; hours: number }

const [serverMode, unsetLeap, stratumMax] = [4, 3, 15]
const versions = [3, 4]

const isKiss = (code: string): code is Kiss => Object.hasOwn(kissHours, code)

/** Null for a packet that is not the reply to this request; the real one may still arrive. */
export const judge = (packet: Uint8Array, cookie: Uint8Array, flight: RoundTrip): NtpVerdict | null => {
  const reply = decodeReply(packet)
  if (reply === null || reply.mode !== serverMode || !versions.includes(reply.version)) return null
  if (Buffer.compare(reply.origin, cookie) !== 0) return null
  const { stratum, leap, reference: code } = reply
  if (stratum === 0 && isKiss(code)) return { err: 'kiss', code, hours: kissHours[code] }
  if (stratum === 0 || stratum > stratumMax || leap === unsetLeap || reply.sentMs === noTimeMs) return { err: 'unset' }
  const sample = sampleOf(flight, reply)
  return reply.sentMs < reply.receivedMs || sample.delayMs < 0 ? { err: 'nonsense' } : { ok: sample }
}

/** Computes the offset from four times: sent here, received there, sent there, received here. */
const sampleOf = (ours: RoundTrip, theirs: { readonly receivedMs: number; readonly sentMs: number }): Sample => ({
  offsetMs: (theirs.receivedMs - ours.sentMs + (theirs.sentMs - ours.cameMs)) / 2,
  delayMs: roundedUp(ours.cameMs - ours.sentMs - (theirs.sentMs - theirs.receivedMs)),
})

const roundingMs = 1

/** Millisecond clocks can make a short delay negative. */
const roundedUp = (delayMs: number): number => (delayMs < 0 && delayMs > -roundingMs ? 0 : delayMs)

/** Returns the sample with the least delay, which is the most accurate. */
export const bestOf = (samples: readonly Sample[]): Sample | undefined =>
  samples.toSorted((a, b) => a.delayMs - b.delayMs)[0]

interface ExchangeParts {
  readonly clock: Clock
  /** The clock that is measured. */
  readonly now: () => Date
  readonly newBytes: (count: number) => Uint8Array
}

type NtpResult = NtpVerdict | { err: 'timeout' | 'unreachable' | 'cancelled' }

const timeoutMs = 2000

/** Queries a server once. Only a packet from its address with the cookie counts as its reply. */
const exchange = (
  server: { readonly address: string; readonly port: number; readonly localAddress?: string | undefined },
  { clock, now, newBytes }: ExchangeParts,
  signal: AbortSignal,
): Promise<NtpResult> =>
  new Promise((resolve) => {
    const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4')
    const cookie = newBytes(cookieBytes)
    let sent: { readonly wallMs: number; readonly clockMs: number } | undefined
    let isDone = false
    const done = (result: NtpResult): void => {
      if (isDone) return
      isDone = true
      cancel()
      signal.removeEventListener('abort', onAbort)
      socket.close()
      resolve(result)
    }
    const onAbort = (): void => done({ err: 'cancelled' })
    const cancel = clock.after(timeoutMs, () => done({ err: 'timeout' }))
    signal.addEventListener('abort', onAbort)
    socket.on('error', () => done({ err: 'unreachable' }))
    socket.on('message', (packet) => {
      if (sent === undefined) return
      // The delay is measured with the monotonic clock.
      const cameMs = sent.wallMs + clock.now() - sent.clockMs
      const judged = judge(packet, cookie, { sentMs: sent.wallMs, cameMs })
      if (judged !== null) done(judged)
    })
    socket.on('connect', () => {
      if (isDone) return
      sent = { wallMs: now().getTime(), clockMs: clock.now() }
      socket.send(encodeRequest(cookie), (error) => error && done({ err: 'unreachable' }))
    })
    // Once connected, the system drops what others send.
    if (signal.aborted) onAbort()
    else if (server.localAddress === undefined) socket.connect(server.port, server.address)
    else socket.bind(0, server.localAddress, () => isDone || socket.connect(server.port, server.address))
  })

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
/** Public servers ignore clients that query faster. */
const betweenMs = 2000
const triesMax = 2
const lookupMs = 3000
const addressesMax = 2
const refusersMax = 64
const hourMs = 3_600_000

const systemAddresses = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** Queries time servers, one after another, until one responds. */
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

  /** Addresses of a name that are not blocked; empty for an unknown name. */
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

  /** Takes several samples, because delays vary. A server that does not respond twice is skipped. */
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
        log.debug({ address, ...result }, 'time server query failed')
        failures += this.#isFinal(address, result) ? triesMax : 1
      }
    }
    return signal.aborted ? [] : samples
  }

  /** Whether querying this server again is useless. */
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

  /** Waits for the delay, or until it is cancelled. */
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
