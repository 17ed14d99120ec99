import { bytesOfType } from '../bind/types.rules.ts'
import { itemTypes } from '../parse/syntax.ts'
import { type Cell, type Column, type LogFormat, type LogRecord } from './column.ts'

/**
 * A header, then records of one size. All numbers are big-endian, as in Modbus.
 *
 *     0  "BBTL"      magic
 *     4  u16         version, 1
 *     6  u16         bytes of the header
 *     8  u16         bytes of a record
 *    10  u16         columns, and of each:
 *         u8         type: 0 BIT, 1 U8, 2 S8, 3 U16, 4 S16, 5 U32, 6 S32, 7 F32, 8 STR, 9 U64, 10 S64, 11 F64
 *         u16        values in it; bytes of a STR
 *         u8, bytes  its name
 *
 * A record is the time (s64, milliseconds since 1970, Greenwich), then the columns in order. BIT takes a byte; a STR has zeros at its end.
 */
export const magic = 'BBTL'
export const version = 1
export const fixedBytes = 12
export const timeBytes = 8

const countOf = ({ type, textBytes, length }: Column): number => (type === 'STR' ? textBytes : (length ?? 1))
const sizeOf = (column: Column): number => countOf(column) * (column.type === 'STR' ? 1 : bytesOfType[column.type])

export const recordBytes = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => sum + sizeOf(column), timeBytes)

export const dat: LogFormat = {
  extension: 'DAT',
  header(columns) {
    const described = columns.map((column) => {
      const name = Buffer.from(column.name)
      const head = Buffer.alloc(4)
      head.writeUInt8(itemTypes[2].indexOf(column.type), 0)
      head.writeUInt16BE(countOf(column), 1)
      head.writeUInt8(name.length, 3)
      return Buffer.concat([head, name])
    })
    const fixed = Buffer.alloc(fixedBytes)
    fixed.write(magic, 'latin1')
    fixed.writeUInt16BE(version, 4)
    fixed.writeUInt16BE(
      described.reduce((sum, { length }) => sum + length, fixedBytes),
      6,
    )
    fixed.writeUInt16BE(recordBytes(columns), 8)
    fixed.writeUInt16BE(columns.length, 10)
    return Buffer.concat([fixed, ...described])
  },
  record(columns, { atMs, cells }: LogRecord) {
    const bytes = Buffer.alloc(recordBytes(columns))
    bytes.writeBigInt64BE(BigInt(Math.trunc(atMs)), 0)
    let at = timeBytes
    for (const [index, column] of columns.entries()) {
      putCell(bytes, column, cells[index] ?? [], at)
      at += sizeOf(column)
    }
    return bytes
  },
}

function putCell(bytes: Buffer, column: Column, cell: Cell, at: number): void {
  if (typeof cell === 'string') bytes.write(cell, at, sizeOf(column), 'latin1')
  else if (column.type !== 'STR') {
    const { put } = numberCells[column.type]
    for (const [n, value] of cell.entries()) put(bytes, value, at + n * bytesOfType[column.type])
  }
}

type NumberType = Exclude<Column['type'], 'STR'>

interface NumberCell {
  readonly put: (bytes: Buffer, value: number, at: number) => void
  readonly get: (bytes: Buffer, at: number) => number
}

const byte: NumberCell = { put: (to, value, at) => to.writeUInt8(value, at), get: (from, at) => from.readUInt8(at) }

export const numberCells: Readonly<Record<NumberType, NumberCell>> = {
  BIT: byte,
  U8: byte,
  S8: { put: (to, value, at) => to.writeInt8(value, at), get: (from, at) => from.readInt8(at) },
  U16: { put: (to, value, at) => to.writeUInt16BE(value, at), get: (from, at) => from.readUInt16BE(at) },
  S16: { put: (to, value, at) => to.writeInt16BE(value, at), get: (from, at) => from.readInt16BE(at) },
  U32: { put: (to, value, at) => to.writeUInt32BE(value, at), get: (from, at) => from.readUInt32BE(at) },
  S32: { put: (to, value, at) => to.writeInt32BE(value, at), get: (from, at) => from.readInt32BE(at) },
  F32: { put: (to, value, at) => to.writeFloatBE(value, at), get: (from, at) => from.readFloatBE(at) },
  U64: {
    put: (to, value, at) => to.writeBigUInt64BE(BigInt(value), at),
    get: (from, at) => Number(from.readBigUInt64BE(at)),
  },
  S64: {
    put: (to, value, at) => to.writeBigInt64BE(BigInt(value), at),
    get: (from, at) => Number(from.readBigInt64BE(at)),
  },
  F64: { put: (to, value, at) => to.writeDoubleBE(value, at), get: (from, at) => from.readDoubleBE(at) },
}
