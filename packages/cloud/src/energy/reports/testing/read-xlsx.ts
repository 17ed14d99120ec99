import { inflateRawSync } from 'node:zlib'

const endMark = 0x06054b50
const deflated = 8

/** The files of a zip archive, by their names. */
const unzip = (bytes: Buffer): Map<string, string> => {
  const end = bytes.lastIndexOf(Buffer.from([endMark & 255, 0x4b, 5, 6]))
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size, nameLength] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
    ]
    const [extra, comment, local] = [
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(start, start + size)
    files.set(name, (method === deflated ? inflateRawSync(content) : content).toString('utf8'))
    at += 46 + nameLength + extra + comment
  }
  return files
}

const plainText = (xml: string): string =>
  xml
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/** Sheets of a workbook in their order: name, and cells by their addresses; numbers are numbers. */
export const readXlsx = (bytes: Buffer): { name: string; cells: Map<string, string | number> }[] => {
  const files = unzip(bytes)
  const strings = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>(.*?)<\/si>/gs)].map(([, one = '']) =>
    plainText(one),
  )
  const names = [...(files.get('xl/workbook.xml') ?? '').matchAll(/<sheet [^>]*?name="([^"]*)"/g)].map(([, one = '']) =>
    plainText(one),
  )
  return names.map((name, at) => {
    const xml = files.get(`xl/worksheets/sheet${at + 1}.xml`) ?? ''
    const cells = new Map<string, string | number>()
    for (const [, head = '', body = ''] of xml.matchAll(/<c ([^>]*?)>(.*?)<\/c>/gs)) {
      const [, address = ''] = /r="([A-Z]+\d+)"/.exec(head) ?? []
      const [, value = ''] = /<v>(.*?)<\/v>/s.exec(body) ?? []
      if (/t="s"/.test(head)) cells.set(address, strings[Number(value)] ?? '')
      else if (/t="inlineStr"/.test(head)) cells.set(address, plainText(body))
      else if (value !== '') cells.set(address, Number(value))
    }
    return { name, cells }
  })
}
