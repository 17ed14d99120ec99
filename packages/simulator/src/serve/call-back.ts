import { createHash } from 'node:crypto'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { at, exponentialBackOff, Semaphore } from '@busbar/kit'
import { answerFrom, type Bank, type ByteStream, encodeResponse, envelopes } from '@busbar/modbus'
import { dialStream } from '@busbar/modbus/net'
import type { Plant, Site } from '../plant/plant.ts'
import { seededRandom, seedOf } from '../random.ts'
import { bindingBytes, bindingLabel, GatewayKey, ProofExchange, proofFunction } from './call-back-proof.ts'
import { LineWatch } from './line-watch.ts'
import { Responder } from './responder.ts'

/** Unit ID of the gateway itself; no device can have it. */
const gatewayUnit = 255
/** Content of the code registers before there is a code. */
const noCode = 100_000_000
const activated = 0
const start = 1000
const codeAt = 9
const illegalDataAddress = 2
const [type, version] = [520, 1]
const flags = { isMacUnique: 1, isCodeSet: 2, isActivated: 8 }

/** Registers 1000-1010: who the gateway is, and the code that it shows. */
class CallBackRegisters implements Bank {
  readonly #mac: Uint8Array
  readonly #onCode: () => void
  #value = noCode

  constructor(mac: Uint8Array, onCode: () => void) {
    this.#mac = mac
    this.#onCode = onCode
  }

  /** The displayed code; null before there is one and after its activation. */
  get code(): number | null {
    return this.#value === noCode || this.isActivated ? null : this.#value
  }

  get isActivated(): boolean {
    return this.#value === activated
  }

  read(kind: string, address: number, count: number): ArrayLike<number> | number {
    const words = this.#words().slice(address - start, address - start + count)
    return kind === 'holding' && address >= start && words.length === count ? words : illegalDataAddress
  }

  /** Both words of the code at once, and nothing else. */
  write(kind: string, address: number, values: ArrayLike<number>): number | undefined {
    if (kind !== 'holding' || address !== start + codeAt || values.length !== 2) return illegalDataAddress
    this.#value = at(values, 0) * 65_536 + at(values, 1)
    this.#onCode()
    return undefined
  }

  /** Returns the first message of every connection: a response without a request. */
  announcement(): Uint8Array {
    const pdu = encodeResponse({ fn: 3, words: this.#words() })
    return envelopes.tcp.encode({ transaction: 0, unit: gatewayUnit, pdu })
  }

  #words(): number[] {
    const flagBits =
      flags.isMacUnique | (this.code === null ? 0 : flags.isCodeSet) | (this.isActivated ? flags.isActivated : 0)
    return [type, version, ...this.#mac, flagBits, this.#value >>> 16, this.#value & 0xffff]
  }
}

export interface CallBackOptions {
  /** Address on which the cloud accepts gateways. */
  host?: string
  port: number
  /** Further ports: gateways are spread over all, and one that cannot connect tries the next. */
  otherPorts?: readonly number[]
  /**
   * Delay from the end of a connection to the next attempt, of which a random part between half and all is used; it
   * doubles with each failure.
   */
  delaySec?: number
  /** Which sites call, by their ids; all unless said. */
  sites?: readonly string[]
  isTls?: boolean
  /** 32 bytes that are a site's private key, or null for a gateway that knows nothing of keys; made from the plant's seed unless said. */
  keyOf?(site: Site): Uint8Array | null
  /** A site shows another code, or was activated. */
  onCode?(site: CallingSite): void
}

/** A site whose gateway calls the cloud. */
export interface CallingSite {
  readonly site: Site
  readonly mac: string
  /** The code of its gateway; null before there is one and after its activation. */
  readonly code: number | null
  readonly isActivated: boolean
  readonly isConnected: boolean
}

export interface CallingPlant {
  sites: readonly CallingSite[]
  codeOf(site: string): number | null
  close(): void
}

const dialsMax = 256
const connectTimeoutMs = 5000
const delaySecDefault = 1
const backOffMaxMs = 60_000

/** Lets the gateway of every site call the cloud, and call again when the connection ends. */
export const serveCallBack = (plant: Plant, options: CallBackOptions): CallingPlant => {
  const dials = new Semaphore(dialsMax)
  const all = Array.from(plant.sites, (site, i) => ({ site, number: i + 1 }))
  const chosen = all.filter(({ site }) => options.sites?.includes(site.id) ?? true)
  const calls = new Map(chosen.map(({ site, number }) => [site.id, new SiteCall(plant, site, number, options, dials)]))
  for (const call of calls.values()) call.start()
  return {
    sites: [...calls.values()],
    codeOf: (site) => calls.get(site)?.code ?? null,
    close: () => calls.forEach((call) => call.stop()),
  }
}

/** A gateway. It connects, disconnects and falls silent according to the faults of its line. */
class SiteCall implements CallingSite {
  readonly site: Site
  readonly #plant: Plant
  readonly #options: CallBackOptions
  readonly #dials: Semaphore
  readonly #macBytes: Uint8Array
  readonly #random: () => number
  readonly #registers: CallBackRegisters
  readonly #line: LineWatch
  #key: GatewayKey | null | undefined = undefined
  /** The cloud that it was activated by. */
  #pinned: Uint8Array | null = null
  #proving: ProofExchange | null = null
  #stream: ByteStream | null = null
  #isDialling = false
  #isStopped = false
  #failures = 0
  /** Which of the ports is called next. */
  #turn: number
  #callOffDial: () => void = () => {}

  constructor(plant: Plant, site: Site, number: number, options: CallBackOptions, dials: Semaphore) {
    const { seed } = plant.description
    this.site = site
    this.#plant = plant
    this.#options = options
    this.#dials = dials
    this.#turn = number
    this.#macBytes = Uint8Array.of(2, ...digest(seed).subarray(0, 2), number >> 16, (number >> 8) & 0xff, number & 0xff)
    this.#random = seededRandom(seedOf(`${seed}/${site.id}/call-back`))
    this.#registers = new CallBackRegisters(this.#macBytes, () => this.#codeWritten())
    this.#line = new LineWatch(plant, site, {
      onSilent: () => this.#stream?.pause?.(),
      onDrop: () => this.#stream?.destroy(),
      onTurn: () => this.#dialIn(0),
    })
  }

  get mac(): string {
    return Array.from(this.#macBytes, (byte) => byte.toString(16).padStart(2, '0')).join(':')
  }

  get code(): number | null {
    return this.#registers.code
  }

  get isActivated(): boolean {
    return this.#registers.isActivated
  }

  get isConnected(): boolean {
    return this.#stream !== null
  }

  start(): void {
    this.#line.start()
  }

  stop(): void {
    this.#isStopped = true
    this.#line.stop()
    this.#callOffDial()
    this.#stream?.destroy()
  }

  #dialIn(delayMs: number): void {
    this.#callOffDial()
    if (this.#isStopped) return
    this.#callOffDial = this.#plant.clock.after(delayMs, () => void this.#dial())
  }

  async #dial(): Promise<void> {
    if (this.#isDialling || this.#stream !== null || !this.#mayCall()) return
    this.#isDialling = true
    try {
      const stream = await this.#dials.run(() => this.#connect())
      if (this.#mayCall()) this.#speak(stream)
      else stream.destroy()
    } catch {
      this.#callLater()
    } finally {
      this.#isDialling = false
    }
  }

  #mayCall(): boolean {
    return !this.#isStopped && !this.#line.isGone
  }

  async #connect(): Promise<ByteStream> {
    const { host = '127.0.0.1', port: first, otherPorts = [], isTls = false } = this.#options
    const ports = [first, ...otherPorts]
    for (let tries = 1; ; tries += 1) {
      const port = ports[this.#turn % ports.length] ?? first
      this.#turn += 1
      try {
        return await (isTls ? dialTls(host, port) : dialStream({ host, port, connectTimeoutMs }))
      } catch (error) {
        if (tries === ports.length) throw error
      }
    }
  }

  #speak(stream: ByteStream): void {
    const { site } = this
    this.#stream = stream
    this.#proving = this.#newProving(stream)
    stream.on('close', () => this.#closed())
    const own = (unit: number, pdu: Uint8Array): Uint8Array | undefined => this.#own(unit, pdu)
    new Responder({ plant: this.#plant, site, stream, envelope: 'tcp', own }).start()
    stream.write(this.#registers.announcement())
    if (this.#line.isSilent) stream.pause?.()
  }

  #closed(): void {
    this.#stream = null
    this.#callLater()
  }

  /** Schedules the next attempt; the delay grows with each failure and is randomized. */
  #callLater(): void {
    const { delaySec = delaySecDefault } = this.#options
    const waitMs = exponentialBackOff(this.#failures, delaySec * 1000, backOffMaxMs)
    this.#failures += 1
    this.#dialIn(waitMs * (0.5 + this.#random() / 2))
  }

  #own(unit: number, pdu: Uint8Array): Uint8Array | undefined {
    if (pdu[0] === proofFunction && unit === gatewayUnit) {
      return this.#proving?.answer(pdu, this.#pinned) ?? answerFrom(this.#registers, pdu)
    }
    // A request beyond the proof means that it was accepted.
    this.#failures = 0
    return unit === gatewayUnit ? answerFrom(this.#registers, pdu) : undefined
  }

  #codeWritten(): void {
    if (this.#registers.isActivated) this.#pinned = this.#proving?.cloudKey ?? null
    this.#options.onCode?.(this)
  }

  #newProving(stream: ByteStream): ProofExchange | null {
    this.#key ??= this.#makeKey()
    if (this.#key === null) return null
    const binding = this.#options.isTls
      ? (stream as TLSSocket).exportKeyingMaterial(bindingBytes, bindingLabel, Buffer.alloc(0))
      : new Uint8Array(bindingBytes)
    return new ProofExchange(this.#key, this.#macBytes, binding)
  }

  #makeKey(): GatewayKey | null {
    const ownKey = this.#options.keyOf?.(this.site)
    const bytes = ownKey === undefined ? digest(`${this.#plant.description.seed}/${this.site.id}/key`) : ownKey
    return bytes === null ? null : new GatewayKey(bytes)
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The certificate is not verified, because the cloud proves its key on this connection. */
const dialTls = (host: string, port: number): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = connectTls({
      host,
      port,
      rejectUnauthorized: false,
      minVersion: 'TLSv1.3',
      timeout: connectTimeoutMs,
    })
    socket.once('secureConnect', () => {
      socket.setTimeout(0)
      resolve(socket)
    })
    socket.once('timeout', () => socket.destroy(new Error(`no connection to ${host}:${port}`)))
    socket.once('error', reject)
  })
