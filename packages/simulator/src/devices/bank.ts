import { at, missingElement } from '@busbar/kit'
import type { Bank, ExceptionCode, Identity, RegisterKind } from '@busbar/modbus'
import { serialOf } from '../random.ts'
import type { ParamValue, Process } from './family.ts'
import type { Model, ParamCell } from './registers.ts'

const illegalDataAddress = 2
const illegalDataValue = 3

/** Words of the parameter being packed: they are not kept. */
const scratch = new Uint16Array(128)

type ParamChange<P, M> = readonly [cell: ParamCell<P, M>, value: ParamValue]

/**
 * A device as a Modbus server sees it. An unmapped address is exception 2, and so is a write to a read-only register; a
 * value that its parameter cannot have is exception 3. A read-only field beside a programmable one in the same register
 * ignores writes.
 */
export class DeviceBank<P extends Process, M> implements Bank {
  readonly #model: Model<P, M>
  readonly #process: P
  readonly #time: () => number

  constructor(model: Model<P, M>, seed: number, time: () => number) {
    this.#model = model
    this.#process = model.family.create(seed)
    this.#time = time
  }

  get sku(): string {
    return this.#model.family.sku
  }

  get identity(): Identity {
    const { manufacturer, version, name } = this.#model.template
    return { 0: manufacturer, 1: this.sku, 2: version, 4: name, 5: this.sku, 128: serialOf(this.#process.seed) }
  }

  /** Returns the current value of a parameter, as a master shows it. */
  value(label: string): string {
    const cell = this.#cell(label)
    const { address, count } = cell.extent
    const words = this.#words(cell.param.registerKind, address, count, this.#time())
    const decoded = cell.codec.decode(typeof words === 'number' ? [] : words)
    if ('err' in decoded) throw new Error(`${this.sku} ${label}: ${decoded.err}`)
    return decoded.ok
  }

  /**
   * Returns the values of parameters at another time with the current settings, as a master shows them; NaN for texts.
   */
  valuesAt(on: number, labels: readonly string[]): number[] {
    const moment = this.#model.family.moment(this.#process, on)
    return labels.map((label) => {
      const cell = this.#cell(label)
      const { address, count } = cell.extent
      const words = count > cell.registers ? this.#words(cell.param.registerKind, address, count, on) : scratch
      if (words === scratch) cell.pack(cell.show(moment, this.#process), scratch)
      const decoded = cell.codec.decodeNumber(typeof words === 'number' ? [] : words)
      return 'ok' in decoded ? decoded.ok : Number.NaN
    })
  }

  read(kind: RegisterKind, address: number, count: number): Uint16Array | ExceptionCode {
    return this.#words(kind, address, count, this.#time())
  }

  /** All or nothing; a value of several registers that is written in part keeps its other registers. */
  write(kind: 'holding' | 'coil', address: number, values: ArrayLike<number>): ExceptionCode | undefined {
    const now = this.#time()
    const { family, tables } = this.#model
    const process = this.#process
    const changes: ParamChange<P, M>[] = []
    const pokes: number[] = []
    for (let n = 0; n < values.length; n++) {
      const target = address + n
      const cells = tables[kind].get(target)
      if (!cells) {
        if (kind !== 'holding' || family.memory?.has(process, target) !== true) return illegalDataAddress
        const refusal = family.memory.refuses(process, target, at(values, n))
        if (refusal !== undefined) return refusal
        pokes.push(target)
        continue
      }
      const writable = cells.filter(({ param }) => param.isProgrammable)
      if (writable.length === 0) return illegalDataAddress
      for (const cell of writable) {
        if (n > 0 && cell.param.address < target) continue
        const value = this.#newValue(cell, address, values, now)
        if (typeof value === 'object') return value.refusal
        changes.push([cell, value])
      }
    }
    family.settle?.(process, now)
    for (const [{ param }, value] of changes) this.#set(param.label, value, now)
    for (const poke of pokes) family.memory?.write(process, poke, at(values, poke - address))
    return undefined
  }

  #cell(label: string): ParamCell<P, M> {
    const cell = this.#model.cells.get(label)
    if (!cell) throw new Error(`${this.sku} has no parameter ${label}`)
    return cell
  }

  #set(label: string, value: ParamValue, now: number): void {
    const act = this.#model.family.writes?.[label]
    if (act) act(this.#process, Number(value), now)
    else this.#process.settings = { ...this.#process.settings, [label]: value }
  }

  /** Returns the value of a parameter with these words in its registers. */
  #newValue(
    cell: ParamCell<P, M>,
    from: number,
    values: ArrayLike<number>,
    now: number,
  ): ParamValue | { refusal: ExceptionCode } {
    const { param, registers } = cell
    const refusal = this.#model.family.refuses?.(this.#process, param.label)
    if (refusal !== undefined) return { refusal }
    const words = this.#words(param.registerKind, param.address, registers, now)
    if (typeof words === 'number') return { refusal: words }
    for (let n = 0; n < registers; n++) {
      const value = values[param.address + n - from]
      if (value !== undefined) words[n] = value
    }
    const decoded = cell.codec.decode(words)
    if ('err' in decoded || 'err' in cell.codec.encode(decoded.ok)) return { refusal: illegalDataValue }
    return param.valueType === 'string' ? decoded.ok : Number(decoded.ok)
  }

  #words(kind: RegisterKind, address: number, count: number, now: number): Uint16Array | ExceptionCode {
    const { family, tables } = this.#model
    const process = this.#process
    const moment = family.moment(process, now)
    const words = new Uint16Array(count)
    for (let n = 0; n < count; n++) {
      const cells = tables[kind].get(address + n)
      if (!cells) {
        if (kind !== 'holding' || family.memory?.has(process, address + n) !== true) return illegalDataAddress
        words[n] = family.memory.read(process, address + n, now)
        continue
      }
      for (const cell of cells) {
        // A value was put in its place as a whole when its first register came.
        if (n > 0 && cell.param.address < address + n) continue
        cell.pack(cell.show(moment, process), scratch)
        overlay(words, cell.param.address - address, cell.registers)
      }
    }
    return words
  }
}

/** Fields of one register are laid over each other; what sticks out at either end is not asked for. */
function overlay(words: Uint16Array, start: number, registers: number): void {
  const first = Math.max(0, -start)
  const last = Math.min(registers, words.length - start)
  for (let n = first; n < last; n++) {
    const index = start + n
    words[index] = (words[index] ?? missingElement(words, index)) | (scratch[n] ?? missingElement(scratch, n))
  }
}
