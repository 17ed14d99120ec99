import { EventEmitter } from 'node:events'
import type { Clock } from '@busbar/kit'
import { answerFrom, type Bank, type ByteStream, type EnvelopeName, envelopes, type Frame } from '@busbar/modbus'
import { mix } from '../random.ts'

export interface FaultyConverterOptions {
  envelope: EnvelopeName
  clock: Clock
  /** From 0 up to but not 1. */
  random: () => number
  /** The master's timeout; answers take up to ten times as long. */
  timeoutMs: number
  /** How many of 100 answers are late, lost, said twice, or said in another unit's name. */
  latePercent?: number
  lostPercent?: number
  twicePercent?: number
  wrongUnitPercent?: number
  /** Connections that break while a request is under way, of 1000. */
  brokenPermille?: number
}

/** Registers from here on are memory; those below change by themselves. */
export const memoryFrom = 1000
const memorySize = 1000
const changeMs = 50
const quickMs = 20
/** Units 1 to 3 are there. */
const unitMax = 3
const illegalDataAddress = 2

interface RegisterVersion {
  readonly fromMs: number
  readonly value: number
}

/**
 * A converter with units behind it that answer late, twice, in another's name or not at all, as their seed decides. An answer goes over
 * whatever connection there is when it comes. It remembers what every register held when: so a test can tell a wrong value.
 */
export class FaultyConverter {
  readonly #options: Required<FaultyConverterOptions>
  readonly #memory = new Map<string, RegisterVersion[]>()
  /** Pending duplicate answers of each unit. They are dropped when the unit receives another request. */
  readonly #duplicates = new Map<number, Set<() => void>>()
  /** Units with a late answer still to come. These name themselves: in another's name it could come when that one is asked. */
  readonly #late = new Set<number>()
  #stream: ConverterStream | null = null
  requests = 0
  answersLate = 0

  constructor(options: FaultyConverterOptions) {
    const faults = { latePercent: 5, lostPercent: 2, twicePercent: 2, wrongUnitPercent: 1, brokenPermille: 2 }
    this.#options = { ...faults, ...options }
  }

  /** A new connection; the one before it ends. */
  connect(): ByteStream {
    this.#stream?.destroy()
    const { envelope } = this.#options
    const stream = new ConverterStream()
    const onFrame = (frame: Frame): void => this.#onRequest({ ...frame, pdu: frame.pdu.slice() })
    const parser = envelopes[envelope].parser('ask', { onFrame, onBroken: () => stream.destroy() })
    stream.onWrite = (bytes) => parser.push(bytes)
    this.#stream = stream
    return stream
  }

  /** Returns whether the register contained the value at some time between the two. */
  held(unit: number, address: number, value: number, fromMs: number, toMs: number): boolean {
    if (address < memoryFrom) {
      const [first, last] = [Math.floor(fromMs / changeMs), Math.floor(toMs / changeMs)]
      for (let turn = first; turn <= last; turn += 1) if (valueAt(unit, address, turn) === value) return true
      return false
    }
    const all = this.#versionsOf(unit, address)
    return all.some(
      (version, at) => version.value === value && version.fromMs <= toMs && (all[at + 1]?.fromMs ?? toMs) >= fromMs,
    )
  }

  /** Returns the values written to a register, with their times. */
  written(unit: number, address: number): readonly RegisterVersion[] {
    return this.#versionsOf(unit, address).slice(1)
  }

  #versionsOf(unit: number, address: number): RegisterVersion[] {
    const key = `${unit} ${address}`
    const known = this.#memory.get(key)
    if (known !== undefined) return known
    const versions = [{ fromMs: 0, value: mix(unit, address) & 0xff }]
    this.#memory.set(key, versions)
    return versions
  }

  #onRequest(frame: Frame): void {
    this.requests += 1
    const { random, brokenPermille } = this.#options
    for (const cancel of this.#duplicates.get(frame.unit) ?? []) cancel()
    this.#duplicates.delete(frame.unit)
    if (random() * 1000 < brokenPermille) this.#stream?.destroy()
    if (frame.unit <= unitMax) this.#reply({ ...frame, pdu: this.#answerTo(frame) })
  }

  #answerTo({ unit, pdu }: Frame): Uint8Array {
    const nowMs = this.#options.clock.now()
    const bank: Bank = {
      read: (_kind, address, count) =>
        address + count > memoryFrom + memorySize
          ? illegalDataAddress
          : Array.from({ length: count }, (_, at) => this.#now(unit, address + at, nowMs)),
      write: (_kind, address, values) => {
        for (const [at, value] of Array.from(values).entries())
          this.#versionsOf(unit, address + at).push({ fromMs: nowMs, value })
        return undefined
      },
    }
    return answerFrom(bank, pdu)
  }

  #now(unit: number, address: number, nowMs: number): number {
    if (address < memoryFrom) return valueAt(unit, address, Math.floor(nowMs / changeMs))
    return this.#versionsOf(unit, address).at(-1)?.value ?? 0
  }

  #reply(frame: Frame): void {
    const { random, timeoutMs, latePercent, lostPercent, twicePercent, wrongUnitPercent, clock } = this.#options
    const of100 = random() * 100
    if (of100 < lostPercent) return
    const isLate = of100 < lostPercent + latePercent
    const mayBeWrong = !isLate && !this.#late.has(frame.unit)
    const isWrongUnit = mayBeWrong && of100 < lostPercent + latePercent + wrongUnitPercent
    const isTwice = !isWrongUnit && random() * 100 < twicePercent
    if (isLate) {
      this.answersLate += 1
      this.#late.add(frame.unit)
    }
    const delayMs = isLate ? random() * 10 * timeoutMs : random() * quickMs
    const bytes = envelopes[this.#options.envelope].encode(
      isWrongUnit ? { ...frame, unit: (frame.unit % 3) + 1 } : frame,
    )
    clock.after(delayMs, () => {
      if (isLate) this.#late.delete(frame.unit)
      // The master may send its next request at once.
      if (isTwice) this.#sendDuplicate(frame.unit, bytes)
      this.#stream?.receivedBytes(bytes)
    })
  }

  #sendDuplicate(unit: number, bytes: Uint8Array): void {
    const { clock, random, timeoutMs } = this.#options
    const waiting = this.#duplicates.get(unit) ?? new Set()
    const cancel = clock.after(random() * timeoutMs, () => {
      waiting.delete(cancel)
      this.#stream?.receivedBytes(bytes)
    })
    this.#duplicates.set(unit, waiting.add(cancel))
  }
}

const valueAt = (unit: number, address: number, turn: number): number => mix(mix(unit, address), turn) & 0xffff

class ConverterStream
  extends EventEmitter<{ data: [Uint8Array]; close: []; drain: []; error: [Error] }>
  implements ByteStream
{
  onWrite: (bytes: Uint8Array) => void = () => {}
  #isDestroyed = false

  write(bytes: Uint8Array): boolean {
    if (!this.#isDestroyed) this.onWrite(bytes)
    return true
  }

  receivedBytes(bytes: Uint8Array): void {
    if (!this.#isDestroyed) this.emit('data', bytes)
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.emit('close')
  }
}
