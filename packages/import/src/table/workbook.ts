import { type UnzipFileInfo, unzipSync } from 'fflate'
import { Parser } from 'saxen'
import { ImportProblem } from '../plan/plan.ts'

export interface Sheet {
  name: string
  /** Rows of cells as text, by their places: what is not there is empty. */
  rows: string[][]
  /** Cells that hold an error of the spreadsheet, such as `#REF!`. */
  errors: { cell: string; value: string }[]
}

/** Maximum size of an unpacked workbook: a megabyte can become a gigabyte. */
const unpackedMax = 50_000_000
const sheetsMax = 200
const rowsMax = 10_000
const cellsMax = 200
/** The value of a cell in Excel. */
const cellCharsMax = 32_767

/** Reads the cells of a workbook (XLSX). A formula has the value that was computed last; styles are ignored. */
export const readWorkbook = (file: string, bytes: Uint8Array): Sheet[] => {
  const parts = unpacked(file, bytes)
  const xml = (path: string): string => new TextDecoder().decode(parts[path] ?? new Uint8Array())
  if (parts['xl/workbook.xml'] === undefined) throw new ImportProblem(`${file}: it is no workbook (XLSX)`)
  const targets = new Map<string, string>()
  scan(file, xml('xl/_rels/workbook.xml.rels'), {
    open: (name, attributes) => {
      if (name === 'Relationship') targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '')
    },
  })
  // A sheet is read once, however often it is listed.
  const listed = new Map<string, string>()
  scan(file, xml('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name !== 'sheet') return
      const target = targets.get(attributes['id'] ?? '') ?? ''
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
      if (parts[path] !== undefined && !listed.has(path)) listed.set(path, attributes['name'] ?? '')
      if (listed.size > sheetsMax) throw new ImportProblem(`${file}: it has more than ${sheetsMax} sheets`)
    },
  })
  const shared = sharedStrings(file, xml('xl/sharedStrings.xml'))
  return Array.from(listed, ([path, name]) => ({ name, ...cellsOf(file, xml(path), shared) }))
}

const unpacked = (file: string, bytes: Uint8Array): Record<string, Uint8Array> => {
  let size = 0
  const isWanted = ({ name, originalSize }: UnzipFileInfo): boolean => {
    if (!/^xl\/(?:workbook\.xml|sharedStrings\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/.test(name))
      return false
    size += originalSize
    if (size > unpackedMax)
      throw new ImportProblem(`${file}: it is larger than ${unpackedMax / 1e6} MB when it is unpacked`)
    return true
  }
  try {
    // The declared size is allocated, so no part can exceed it.
    return unzipSync(bytes, { filter: isWanted })
  } catch (error) {
    if (error instanceof ImportProblem) throw error
    throw new ImportProblem(
      `${file}: it is no workbook (XLSX): ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

interface XmlEvents {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Walks through XML; names come without their prefixes. */
const scan = (file: string, xml: string, { open, text, close }: XmlEvents): void => {
  const parser = new Parser()
  const bare = (name: string): string => name.slice(name.indexOf(':') + 1)
  parser.on('openTag', (name, getAttributes, decode) => {
    const attributes = Object.entries(getAttributes()).map(([key, value]) => [bare(key), decode(value)] as const)
    open?.(bare(name), Object.fromEntries(attributes))
  })
  parser.on('text', (value, decode) => text?.(decode(value)))
  parser.on('cdata', (value) => text?.(value))
  parser.on('closeTag', (name) => close?.(bare(name)))
  parser.on('error', (error) => {
    throw new ImportProblem(`${file}: it is damaged: ${error.message}`)
  })
  if (xml !== '') parser.parse(xml)
}

const sharedStrings = (file: string, xml: string): string[] => {
  const strings: string[] = []
  let isText = false
  let isPhonetic = false
  scan(file, xml, {
    open: (name) => {
      if (name === 'si') strings.push('')
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    text: (text) => {
      if (isText) strings.push((strings.pop() ?? '') + text)
    },
    close: (name) => {
      if (name === 'rPh') isPhonetic = false
      isText = false
    },
  })
  return strings
}

const cellsOf = (file: string, xml: string, shared: readonly string[]): Omit<Sheet, 'name'> => {
  const rows: string[][] = []
  const errors: Sheet['errors'] = []
  let at = { row: 0, column: 0, type: 'n', reference: '' }
  let value = ''
  let isValue = false
  scan(file, xml, {
    open: (name, { r = '', t = 'n' }) => {
      if (name === 'row') at = { ...at, row: r === '' ? at.row + 1 : Number(r), column: 0 }
      if (name === 'c') {
        at = { row: at.row, column: r === '' ? at.column + 1 : columnOf(r), type: t, reference: r }
        value = ''
      }
      isValue = name === 'v' || name === 't'
    },
    text: (text) => {
      if (isValue) value += text
    },
    close: (name) => {
      isValue = false
      if (name !== 'c' || value === '') return
      if (at.row > rowsMax || at.column > cellsMax)
        throw new ImportProblem(`${file}: a sheet has at most ${rowsMax} rows of ${cellsMax} cells`)
      const text = textOfCell(at.type, value, shared)
      if (text.length > cellCharsMax)
        throw new ImportProblem(`${file}: cell ${at.reference} has more than ${cellCharsMax} characters`)
      if (at.type === 'e') return void errors.push({ cell: at.reference, value })
      const row = (rows[at.row - 1] ??= [])
      while (row.length < at.column - 1) row.push('')
      row[at.column - 1] = text
    },
  })
  return { rows: Array.from({ length: rows.length }, (_, index) => rows[index] ?? []), errors }
}

const textOfCell = (type: string, value: string, shared: readonly string[]): string => {
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  // A file has the digits of the double, a person saw the shortest that name it.
  return type === 'n' && Number.isFinite(Number(value)) ? String(Number(value)) : value
}

/** `AB12` is in column 28. */
const columnOf = (reference: string): number =>
  Array.from(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
