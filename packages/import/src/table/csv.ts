/** A line of a table: where it begins in the text, and its cells. */
export interface CsvRow {
  line: number
  cells: string[]
}
/** Why a text is no table, and where: the line, and which cell of it, from 0. */
export interface CsvProblem {
  line: number
  cell: number
  message: string
}
export interface CsvTable {
  delimiter: Delimiter
  rows: CsvRow[]
}

const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

const rowsMax = 10_000
const cellsMax = 200

/**
 * Reads what spreadsheets write: comma, semicolon or tab between cells, whichever the first line has most of; quotes; any line ends; a
 * byte order mark. Lines without anything in them are left out. Cells are as they are written, spaces and all.
 */
export const readCsv = (text: string): CsvTable | CsvProblem => {
  const start = text.startsWith('\uFEFF') ? 1 : 0
  const delimiter = delimiterOf(text, start)
  const rows: CsvRow[] = []
  for (let at = start, line = 1; at < text.length; ) {
    const row: CsvRow = { line, cells: [] }
    for (let isMore = true; isMore; ) {
      const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter)
      const here = { line, cell: row.cells.length }
      if (cell === null) return { ...here, message: 'the quote is never closed' }
      row.cells.push(cell.value)
      line += lineEnds(text.slice(at, cell.end))
      at = cell.end
      isMore = text[at] === delimiter
      if (!isMore && at < text.length && !isLineEnd(text[at])) {
        return { ...here, message: 'there is text after the closing quote' }
      }
      if (isMore) at += 1
      if (row.cells.length > cellsMax) return { ...here, message: `a line has at most ${cellsMax} cells` }
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    line += 1
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row)
    if (rows.length > rowsMax) return { line: row.line, cell: 0, message: `a table has at most ${rowsMax} lines` }
  }
  return { delimiter, rows }
}

/** A table as text, for a spreadsheet: with a byte order mark, so that it is taken for UTF-8. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(written).join(',')}\r\n`).join('')}`

const written = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

interface Cell {
  value: string
  end: number
}

const quotedCell = (text: string, from: number): Cell | null => {
  let value = ''
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return null
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    at = quote + 2
  }
}

const plainCell = (text: string, from: number, delimiter: Delimiter): Cell => {
  let end = from
  while (end < text.length && text[end] !== delimiter && !isLineEnd(text[end])) end += 1
  return { value: text.slice(from, end), end }
}

/** Counts separators of the first line that is not empty, outside of quotes. */
const delimiterOf = (text: string, from: number): Delimiter => {
  const counts = { ',': 0, ';': 0, '\t': 0 }
  let start = from
  while (isLineEnd(text[start])) start += 1
  let isQuoted = false
  for (let at = start; at < text.length && (isQuoted || !isLineEnd(text[at])); at += 1) {
    const char = text[at]
    if (char === '"') isQuoted = !isQuoted
    else if (!isQuoted && (char === ',' || char === ';' || char === '\t')) counts[char] += 1
  }
  return delimiters.reduce((most, one) => (counts[one] > counts[most] ? one : most))
}

const isLineEnd = (char: string | undefined): boolean => char === '\n' || char === '\r'

const lineEnds = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0
