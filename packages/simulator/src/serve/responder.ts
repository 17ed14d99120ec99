import type { Clock } from '@busbar/kit'
import { at } from '@busbar/kit'
import {
  answerFrom,
  type ByteStream,
  type EnvelopeName,
  envelopes,
  exceptionPdu,
  type Frame,
  functionCode,
  type Parser,
} from '@busbar/modbus'
import { type Delivery, kindOf, spoil } from '../faults/faults.ts'
import { strikeAtRandom } from '../line/noise.ts'
import type { Plant, Site } from '../plant/plant.ts'
import { seededRandom, seedOf } from '../random.ts'

export interface ResponderOptions {
  plant: Plant
  site: Site
  stream: ByteStream
  envelope: EnvelopeName
  /** Minimum duration of an answer: a device on a serial line is silent for 3.5 characters first. */
  answerMs?: number
  /** Answers what is for the gateway itself; undefined passes it on to the devices. */
  own?(unit: number, pdu: Uint8Array): Uint8Array | undefined
}

const gatewayTargetDeviceFailedToRespond = 11

/** Answers what comes over one stream in the name of a site's devices, and spoils the answers as the faults say. */
export class Responder {
  readonly #options: ResponderOptions
  readonly #clock: Clock
  readonly #parser: Parser
  readonly #random: () => number
  #unwatch: () => void = () => {}
  #endNoise: () => void = () => {}
  #callOffSilence: (() => void) | null = null
  /** When a unit's answer before is out. */
  readonly #freeAtMs = new Map<number, number>()
  #outbox: Uint8Array[] = []
  #isClosed = false

  constructor(options: ResponderOptions) {
    const { plant, site, envelope } = options
    this.#options = options
    this.#clock = plant.clock
    this.#random = seededRandom(seedOf(`${plant.description.seed}/${site.id}`))
    this.#parser = envelopes[envelope].parser('ask', {
      onFrame: (frame) => this.#onFrame(frame),
      onBroken: () => this.close(),
    })
  }

  start(): this {
    const { plant, site, stream } = this.#options
    stream.on('data', (bytes) => this.#receive(bytes))
    stream.on('close', () => this.close())
    stream.on('error', () => this.close())
    this.#unwatch = plant.faults.watch(site.id, () => this.#setNoise())
    this.#setNoise()
    return this
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#unwatch()
    this.#endNoise()
    this.#callOffSilence?.()
    this.#options.stream.destroy()
  }

  #receive(bytes: Uint8Array): void {
    this.#parser.push(bytes)
    this.#flush()
    const { silenceMs } = envelopes[this.#options.envelope]
    if (silenceMs === null || this.#parser.pendingBytes === 0) return
    this.#callOffSilence?.()
    this.#callOffSilence = this.#clock.after(silenceMs, () => {
      this.#parser.silence()
      this.#flush()
    })
  }

  #onFrame({ transaction, unit, pdu }: Frame): void {
    const { plant, site, answerMs = 0 } = this.#options
    const answer = this.#answer(unit, pdu)
    if (answer === undefined) return
    const frame = { transaction, unit, pdu: answer }
    const faults = plant.faults.of(site.id, unit)
    if (faults.length === 0 && answerMs === 0) {
      this.#outbox.push(envelopes[this.#options.envelope].encode(frame))
      return
    }
    const delivery = { ask: pdu, frame, ...unspoilt, waitMs: answerMs }
    this.#deliver(unit, spoil(delivery, faults, this.#clock.now()))
  }

  #answer(unit: number, pdu: Uint8Array): Uint8Array | undefined {
    const { site, envelope } = this.#options
    const own = this.#options.own?.(unit, pdu)
    if (own !== undefined) return own
    const device = site.device(unit)
    if (device !== undefined) return answerFrom(device, pdu)
    if (envelope === 'tcp') return exceptionPdu(functionCode(pdu), gatewayTargetDeviceFailedToRespond)
    if (unit === 0) for (const each of site.all()) answerFrom(each, pdu)
    return undefined
  }

  #deliver(unit: number, delivery: Delivery): void {
    const { frame, isDamaged, isLost, waitMs, isOvertaken, msPerByte, strayBytes } = delivery
    if (isLost) return
    const bytes = envelopes[this.#options.envelope].encode(frame)
    if (isDamaged) damage(bytes, this.#options.envelope)
    const stray = Uint8Array.from({ length: strayBytes }, () => Math.floor(this.#random() * 256))
    const all = Buffer.concat([stray, bytes])
    const now = this.#clock.now()
    const queuedMs = isOvertaken ? 0 : Math.max(0, (this.#freeAtMs.get(unit) ?? 0) - now)
    const startMs = queuedMs + waitMs
    const pieces = msPerByte === 0 ? [all] : Array.from(all, (byte) => Uint8Array.of(byte))
    if (!isOvertaken) this.#freeAtMs.set(unit, now + startMs + (pieces.length - 1) * msPerByte)
    pieces.forEach((piece, i) => this.#writeAfter(startMs + i * msPerByte, piece))
  }

  #writeAfter(delayMs: number, bytes: Uint8Array): void {
    if (delayMs === 0) this.#outbox.push(bytes)
    else this.#clock.after(delayMs, () => this.#isClosed || this.#options.stream.write(bytes))
  }

  /** Answers that need no waiting leave together. */
  #flush(): void {
    const frames = this.#outbox
    const [first] = frames
    if (first === undefined || this.#isClosed) return
    this.#outbox = []
    this.#options.stream.write(frames.length === 1 ? first : Buffer.concat(frames))
  }

  #setNoise(): void {
    const { plant, site, stream } = this.#options
    const noise = plant.faults.ofLine(site.id).find(({ name }) => kindOf(name).link === 'noisy')
    this.#endNoise()
    const { perSec = 0 } = noise?.params ?? {}
    this.#endNoise = strikeAtRandom(this.#clock, perSec, this.#random, () =>
      stream.write(Uint8Array.of(Math.floor(this.#random() * 256))),
    )
  }
}

const unspoilt = { isDamaged: false, isLost: false, isOvertaken: false, msPerByte: 0, strayBytes: 0 }

/** The last byte before any line end is part of the checksum; TCP has none, so its protocol number goes wrong. */
const damage = (bytes: Uint8Array, envelope: EnvelopeName): void => {
  const index = { tcp: 3, rtu: bytes.length - 1, ascii: bytes.length - 3 }[envelope]
  bytes[index] = at(bytes, index) ^ 1
}
