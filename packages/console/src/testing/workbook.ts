import { inflateRawSync } from 'node:zlib'

const deflated = 8

/** Returns one file of a zip archive. */
const unzipped = (bytes: Buffer, wanted: string): string => {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = bytes.readUInt16LE(at + 28)
    if (bytes.toString('utf8', at + 46, at + 46 + nameLength) === wanted) {
      const local = bytes.readUInt32LE(at + 42)
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      const content = bytes.subarray(start, start + bytes.readUInt32LE(at + 20))
      return (bytes.readUInt16LE(at + 10) === deflated ? inflateRawSync(content) : content).toString('utf8')
    }
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return ''
}

/** Numbers on the first sheet of a workbook, by the addresses of their cells. */
export const numbersIn = (bytes: Buffer): ReadonlyMap<string, number> => {
  const xml = unzipped(bytes, 'xl/worksheets/sheet1.xml')
  const cells = [...xml.matchAll(/<c ([^>]*?)><v>([^<]*)<\/v>/g)].filter(([, head = '']) => !/t="s"/.test(head))
  return new Map(cells.map(([, head = '', value]) => [/r="(\w+)"/.exec(head)?.[1] ?? '', Number(value)]))
}
