const headerBytes = 20
const lengthBytes = 4
const capacityMin = 64
/** PostgreSQL counts microseconds from the year 2000. */
const epochMs = 946_684_800_000
const microsPerMs = 1000n

/**
 * A binary array without nulls, for a value whose statement names the type. It avoids text conversions on both sides.
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

  /** Drops the items after the first `count`. */
  cutTo(count: number): void {
    this.#count = count
  }

  /** Returns the whole array. No item may be added afterwards. */
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

  /** Reserves space for another item and returns its offset. */
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
    // Otherwise it would be stored as a different number.
    if ((value | 0) !== value) throw new RangeError(`${value} is not a PostgreSQL integer`)
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

/** For `timestamptz[]`, from Unix times in milliseconds. */
export class PackedInstants extends PackedArray {
  constructor(capacity?: number) {
    super(1184, 8, capacity)
  }

  add(ms: number): void {
    const at = this.place()
    this.view.setBigInt64(at, BigInt(ms - epochMs) * microsPerMs)
  }
}
