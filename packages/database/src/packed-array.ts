const headerBytes = 20
const lengthBytes = 4
const capacityMin = 64
/** PostgreSQL counts from 2000 on, in microseconds. */
const epochMs = 946_684_800_000
const microsPerMs = 1000n

/**
 * An array without nulls in the bytes that PostgreSQL reads, for a value beside which its statement names the type. Neither side makes
 * text of numbers, and takes no text apart.
 */
export abstract class PackedArray {
  readonly #type: number
  readonly #itemBytes: number
  #count = 0
  protected view: DataView

  constructor(type: number, itemBytes: number, capacity = capacityMin) {
    this.#type = type
    this.#itemBytes = itemBytes
    this.view = new DataView(new ArrayBuffer(headerBytes + (lengthBytes + itemBytes) * Math.max(capacity, capacityMin)))
  }

  get length(): number {
    return this.#count
  }

  /** Without what was added last. */
  cutTo(count: number): void {
    this.#count = count
  }

  /** The whole array. Nothing is added later. */
  toBytes(): Buffer {
    const { view } = this
    const isEmpty = this.#count === 0
    view.setInt32(0, isEmpty ? 0 : 1)
    view.setInt32(4, 0)
    view.setInt32(8, this.#type)
    view.setInt32(12, this.#count)
    view.setInt32(16, 1)
    const bytes = isEmpty ? 12 : headerBytes + (lengthBytes + this.#itemBytes) * this.#count
    return Buffer.from(view.buffer, 0, bytes)
  }

  /** Makes room for one more item; gives where it is to be written. */
  protected place(): number {
    const at = headerBytes + (lengthBytes + this.#itemBytes) * this.#count
    if (at + lengthBytes + this.#itemBytes > this.view.byteLength) this.#grow()
    this.view.setInt32(at, this.#itemBytes)
    this.#count += 1
    return at + lengthBytes
  }

  #grow(): void {
    const larger = new Uint8Array(this.view.byteLength * 2)
    larger.set(new Uint8Array(this.view.buffer))
    this.view = new DataView(larger.buffer)
  }
}

/** For `integer[]`. */
export class PackedIntegers extends PackedArray {
  constructor(capacity?: number) {
    super(23, 4, capacity)
  }

  add(value: number): void {
    // It would be written as another number.
    if ((value | 0) !== value) throw new RangeError(`${value} is no integer of PostgreSQL`)
    const at = this.place()
    this.view.setInt32(at, value)
  }
}

/** For `double precision[]`. */
export class PackedDoubles extends PackedArray {
  constructor(capacity?: number) {
    super(701, 8, capacity)
  }

  add(value: number): void {
    const at = this.place()
    this.view.setFloat64(at, value)
  }
}

/** For `timestamptz[]`, of milliseconds since 1970. */
export class PackedInstants extends PackedArray {
  constructor(capacity?: number) {
    super(1184, 8, capacity)
  }

  add(ms: number): void {
    const at = this.place()
    this.view.setBigInt64(at, BigInt(ms - epochMs) * microsPerMs)
  }
}
