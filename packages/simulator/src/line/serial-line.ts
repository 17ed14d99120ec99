import type { Clock } from '@busbar/kit'
import { at } from '@busbar/kit'
import { charTimeMs } from '@busbar/serial'
import { seededRandom } from '../random.ts'
import { LinePort, type PortLine, type PortSettings } from './line-port.ts'
import { flipBits, type Noise, strikeAtRandom } from './noise.ts'
import { type LineFormat, receivedBytes } from './waveform.ts'

/** Bytes that a port says without a pause. */
interface ByteBurst {
  readonly port: LinePort
  /** How the port was set when it wrote them. */
  readonly format: LineFormat
  readonly startMs: number
  readonly charMs: number
  readonly bytes: Uint8Array
  /** Characters that are through. */
  sent: number
}

// Counted from the start, so that nothing adds up over a long run.
const charStartMs = (burst: ByteBurst): number => burst.startMs + burst.sent * burst.charMs
const charEndMs = (burst: ByteBurst): number => burst.startMs + (burst.sent + 1) * burst.charMs
const endMs = (burst: ByteBurst): number => burst.startMs + burst.bytes.length * burst.charMs
const isSent = (burst: ByteBurst): boolean => burst.sent === burst.bytes.length

// A nanosecond: far below a bit, far above what adding up fractions of a millisecond loses.
const slackMs = 1e-6

/** The burst whose character ends first. */
function nextToEnd(bursts: readonly ByteBurst[]): ByteBurst | undefined {
  let next: ByteBurst | undefined
  for (const burst of bursts)
    if (!isSent(burst) && (next === undefined || charEndMs(burst) < charEndMs(next))) next = burst
  return next
}

/** Returns whether another port sends during the current character of this burst. */
function isTalkedOver(burst: ByteBurst, bursts: readonly ByteBurst[]): boolean {
  const [fromMs, toMs] = [charStartMs(burst) + slackMs, charEndMs(burst) - slackMs]
  return bursts.some((other) => other.port !== burst.port && other.startMs < toMs && endMs(other) > fromMs)
}

/** Bursts that are not through, and those that spoil a character of one that is not. */
function burstsInEffect(bursts: readonly ByteBurst[]): ByteBurst[] {
  const unsent = bursts.filter((burst) => !isSent(burst))
  return bursts.filter((burst) => !isSent(burst) || unsent.some((other) => charStartMs(other) < endMs(burst)))
}

const pendingBytesMax = 65_536

export interface LineOptions {
  readonly clock: Clock
  /** Default settings of ports. An infinite speed takes no time and keeps chunks whole. */
  readonly baud: number
  readonly charFormat?: PortSettings['charFormat']
  readonly noise?: Noise
  /** Decides what noise and collisions do. */
  readonly random?: () => number
}

export interface LineStatistics {
  /** Characters that were sent, whether they arrived whole or not. */
  bytes: number
  /** Characters spoilt because another port was sending. */
  collisions: number
  /** Characters that noise changed on their way. */
  corrupted: number
  /** Characters that noise made on an idle line. */
  noiseBytes: number
  /** Time during which a port was sending. */
  busyMs: number
}

/** An RS-485 pair without the wires: every port hears every other, and two at once spoil each other. */
export class SerialLine implements PortLine {
  readonly clock: Clock
  readonly #portSettings: PortSettings
  readonly #random: () => number
  readonly #ports = new Set<LinePort>()
  readonly #statistics: LineStatistics = { bytes: 0, collisions: 0, corrupted: 0, noiseBytes: 0, busyMs: 0 }
  #noise: Noise = {}
  #endNoise: () => void = () => undefined
  /** Current bursts, pending ones, and those that just ended beside them. */
  #bursts: ByteBurst[] = []
  #busyUntilMs = Number.NEGATIVE_INFINITY
  #ring: { dueMs: number; cancel: () => void } | undefined

  constructor(options: LineOptions) {
    this.clock = options.clock
    this.#portSettings = { baud: options.baud, charFormat: options.charFormat ?? 0, echo: false, latencyMs: 0 }
    this.#random = options.random ?? seededRandom(1)
    this.setNoise(options.noise ?? {})
  }

  get statistics(): Readonly<LineStatistics> {
    return { ...this.#statistics }
  }

  attach(settings: Partial<PortSettings> = {}): LinePort {
    const port = new LinePort(this, { ...this.#portSettings, ...settings })
    this.#ports.add(port)
    return port
  }

  /** Changes the noise from now on; `{}` is silence. */
  setNoise(noise: Noise): void {
    this.#endNoise()
    this.#noise = noise
    this.#endNoise = strikeAtRandom(this.clock, noise.strayBytesPerSec ?? 0, this.#random, () => this.#stray())
  }

  transmit(port: LinePort, bytes: Uint8Array): boolean {
    const { baud, charFormat } = port.settings
    const charMs = charTimeMs(baud, charFormat)
    const own = this.#bursts.filter((burst) => burst.port === port)
    const startMs = Math.max(this.clock.now(), ...own.map(endMs))
    const burst: ByteBurst = {
      port,
      format: { baud, charFormat },
      startMs,
      charMs,
      bytes: Uint8Array.from(bytes),
      sent: 0,
    }
    if (charMs === 0) {
      queueMicrotask(() => this.#carryAtOnce(burst))
      return true
    }
    const pending = own.reduce((sum, { bytes: waiting, sent }) => sum + waiting.length - sent, bytes.length)
    if (pending > pendingBytesMax) throw new RangeError(`More than ${pendingBytesMax} bytes wait to be sent`)
    this.#bursts.push(burst)
    this.#arm()
    return false
  }

  leave(port: LinePort): void {
    this.#ports.delete(port)
    this.#bursts = this.#bursts.filter((burst) => burst.port !== port)
    this.#arm()
  }

  /** Carries every character that has ended by now: one at a time in virtual time, what a late timer left in real time. */
  #catchUp(): void {
    const nowMs = this.clock.now() + slackMs
    const received = new Map<LinePort, number[]>()
    const drained = new Set<LinePort>()
    for (
      let burst = nextToEnd(this.#bursts);
      burst !== undefined && charEndMs(burst) <= nowMs;
      burst = nextToEnd(this.#bursts)
    ) {
      this.#carry(burst, received)
      burst.sent += 1
      const { port } = burst
      if (this.#bursts.every((other) => other.port !== port || isSent(other))) drained.add(port)
    }
    this.#bursts = burstsInEffect(this.#bursts)
    this.#arm()
    for (const [port, bytes] of received) port.receivedBytes(bytes)
    for (const port of drained) port.drained()
  }

  #carry(burst: ByteBurst, received: Map<LinePort, number[]>): void {
    const [fromMs, toMs] = [Math.max(charStartMs(burst), this.#busyUntilMs), charEndMs(burst)]
    this.#statistics.busyMs += Math.max(0, toMs - fromMs)
    this.#busyUntilMs = Math.max(toMs, this.#busyUntilMs)
    let byte = this.#distort(at(burst.bytes, burst.sent))
    if (isTalkedOver(burst, this.#bursts)) {
      this.#statistics.collisions += 1
      byte ^= 1 + Math.floor(this.#random() * 255)
    }
    for (const port of this.#listeners(burst.port)) {
      const bytes = received.get(port) ?? []
      bytes.push(...receivedBytes(byte, burst.format, port.settings))
      received.set(port, bytes)
    }
  }

  #carryAtOnce({ port, format, bytes }: ByteBurst): void {
    const carried = Array.from(bytes, (byte) => this.#distort(byte))
    for (const other of this.#listeners(port))
      other.receivedBytes(carried.flatMap((byte) => receivedBytes(byte, format, other.settings)))
  }

  #distort(byte: number): number {
    const arriving = flipBits(byte, this.#noise.flippedBitsPerByte ?? 0, this.#random)
    this.#statistics.bytes += 1
    if (arriving !== byte) this.#statistics.corrupted += 1
    return arriving
  }

  #stray(): void {
    const nowMs = this.clock.now()
    if (this.#bursts.some((burst) => burst.startMs <= nowMs && nowMs < endMs(burst))) return
    this.#statistics.noiseBytes += 1
    const byte = Math.floor(this.#random() * 256)
    for (const port of this.#listeners()) port.receivedBytes([byte])
  }

  #listeners(sender?: LinePort): LinePort[] {
    return [...this.#ports].filter((port) => port !== sender || port.settings.echo)
  }

  /** Sets one timer for the character that ends next. */
  #arm(): void {
    const next = nextToEnd(this.#bursts)
    const dueMs = next === undefined ? undefined : charEndMs(next)
    if (dueMs === this.#ring?.dueMs) return
    this.#ring?.cancel()
    this.#ring = undefined
    if (dueMs === undefined) return
    const cancel = this.clock.after(Math.max(0, dueMs - this.clock.now()), () => {
      this.#ring = undefined
      this.#catchUp()
    })
    this.#ring = { dueMs, cancel }
  }
}
