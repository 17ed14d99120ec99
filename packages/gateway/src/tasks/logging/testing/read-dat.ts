import { bytesOfType } from '../../bind/types.rules.ts'
import { itemTypes } from '../../parse/syntax.ts'
import { type Cell, type Column } from '../column.ts'
import { fixedBytes, magic, numberCells, recordBytes, timeBytes, version } from '../dat.ts'

export interface DatFile {
  readonly columns: readonly Column[]
  readonly records: readonly { readonly atMs: number; readonly cells: readonly Cell[] }[]
}

/** Reads a log file back. Half a record at the end is what a power cut leaves, and is left out. */
export function readDat(bytes: Uint8Array): DatFile | { readonly error: string } {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.length < fixedBytes || view.toString('latin1', 0, 4) !== magic) return { error: 'no log of a task' }
  if (view.readUInt16BE(4) !== version) return { error: `version ${view.readUInt16BE(4)} is not known` }
  const [headerBytes, size, count] = [view.readUInt16BE(6), view.readUInt16BE(8), view.readUInt16BE(10)]
  const columns = columnsOf(view.subarray(fixedBytes, headerBytes), count)
  if (columns === undefined || view.length < headerBytes) return { error: 'the header is damaged' }
  if (recordBytes(columns) !== size) return { error: 'the size of a record is not that of its columns' }
  const records = []
  for (let at = headerBytes; at + size <= view.length; at += size) {
    records.push(recordOf(view.subarray(at, at + size), columns))
  }
  return { columns, records }
}

function columnsOf(table: Buffer, count: number): Column[] | undefined {
  const columns: Column[] = []
  let at = 0
  while (columns.length < count) {
    if (at + 4 > table.length) return undefined
    const type = itemTypes[2][table.readUInt8(at)]
    const [values, nameBytes] = [table.readUInt16BE(at + 1), table.readUInt8(at + 3)]
    const name = table.toString('utf8', at + 4, at + 4 + nameBytes)
    at += 4 + nameBytes
    if (type === undefined || at > table.length) return undefined
    const isText = type === 'STR'
    columns.push({ name, type, textBytes: isText ? values : 0, length: isText ? null : values, slot: 0 })
  }
  return at === table.length ? columns : undefined
}

function recordOf(bytes: Buffer, columns: readonly Column[]): DatFile['records'][number] {
  let at = timeBytes
  const cells = columns.map((column): Cell => {
    const from = at
    if (column.type === 'STR') {
      at += column.textBytes
      return bytes.toString('latin1', from, at).replace(/\0+$/, '')
    }
    const { type } = column
    const [width, length] = [bytesOfType[type], column.length ?? 1]
    at += width * length
    return Array.from({ length }, (_, n) => numberCells[type].get(bytes, from + n * width))
  })
  return { atMs: Number(bytes.readBigInt64BE(0)), cells }
}
