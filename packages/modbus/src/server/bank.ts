import type { RegisterKind } from '../tables.ts'

/** Function 43/14 and function 17 answer from it. Objects by their number: 0 vendor, 1 product code, 2 revision, 3 ... */
export type Identity = Readonly<Record<number, string>>

/** The data that a server answers from. A returned number is the code of an exception. */
export interface Bank {
  /** Words, or bits as 0 and 1. */
  read(kind: RegisterKind, address: number, count: number): ArrayLike<number> | number
  /** All or nothing; undefined when done. */
  write(kind: 'holding' | 'coil', address: number, values: ArrayLike<number>): number | undefined
  readonly identity?: Identity
}

const illegalDataAddress = 2
const tableSize = 65_536

/** Plain memory: the whole of every table, all zero. */
export class MemoryBank implements Bank {
  readonly holding: Uint16Array
  readonly input: Uint16Array
  readonly coil: Uint8Array
  readonly 'discrete-input': Uint8Array
  readonly identity?: Identity

  constructor({ size = tableSize, identity }: { size?: number; identity?: Identity } = {}) {
    this.holding = new Uint16Array(size)
    this.input = new Uint16Array(size)
    this.coil = new Uint8Array(size)
    this['discrete-input'] = new Uint8Array(size)
    if (identity !== undefined) this.identity = identity
  }

  read(kind: RegisterKind, address: number, count: number): ArrayLike<number> | number {
    const table = this[kind]
    return address + count > table.length ? illegalDataAddress : table.subarray(address, address + count)
  }

  write(kind: 'holding' | 'coil', address: number, values: ArrayLike<number>): number | undefined {
    const table = this[kind]
    if (address + values.length > table.length) return illegalDataAddress
    table.set(values, address)
    return undefined
  }
}
