/** Invalid protobuf. */
export class NotProtobuf extends Error {}

/** A field of a message: a number of any width, or the bytes of a text or a nested message. */
export interface Field {
  no: number
  value: bigint | Uint8Array
}

const widths: Readonly<Record<number, number>> = { 1: 8, 5: 4 }
const varintBytesMax = 10

/** The fields of a message, in their order. */
export const fieldsOf = (bytes: Uint8Array): Field[] => {
  const fields: Field[] = []
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new NotProtobuf('a field is cut off')
    at += length
    return bytes.subarray(at - length, at)
  }
  const varint = (): bigint => {
    let value = 0n
    for (let place = 0; place < varintBytesMax; place += 1) {
      const [byte = 0] = take(1)
      value |= BigInt(byte & 0x7f) << BigInt(7 * place)
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new NotProtobuf('a number is too long')
  }
  while (at < bytes.length) {
    const key = Number(varint())
    const [no, type] = [Math.floor(key / 8), key % 8]
    if (no === 0) throw new NotProtobuf('a field has no number')
    if (type === 0) fields.push({ no, value: varint() })
    else if (type === 2) fields.push({ no, value: take(Number(varint())) })
    else {
      const width = widths[type]
      if (width === undefined) throw new NotProtobuf(`a field is of type ${type}`)
      fields.push({ no, value: take(width).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n) })
    }
  }
  return fields
}

/** How many bytes a whole number from 0 on takes. */
export const varintBytes = (value: number): number => {
  let bytes = 1
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes += 1
  return bytes
}

/** Writes a whole number from 0 on, and gives the place behind it. */
export const writeVarint = (to: Uint8Array, at: number, value: number): number => {
  let [place, rest] = [at, value]
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
    to[place] = (rest % 0x80) | 0x80
    place += 1
  }
  to[place] = rest
  return place + 1
}

/** Before a text or a message of so many bytes; `no` is below 16. */
export const writeHead = (to: Uint8Array, at: number, no: number, bytes: number): number => {
  to[at] = no * 8 + 2
  return writeVarint(to, at + 1, bytes)
}

export const headBytes = (bytes: number): number => 1 + varintBytes(bytes)
