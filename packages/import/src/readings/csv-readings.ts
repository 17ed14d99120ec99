import { ImportProblem } from '../plan/plan.ts'
import { unguarded } from '../table/cells.rules.ts'
import { type ImportedReading, type LineReader, type RefusedLine, valueOf } from './found.ts'
import { type TimeFormat, timeOf } from './times.rules.ts'

export interface CsvRules {
  /** Heading of the column of times; the first that looks like one if null. */
  timeColumn: string | null
  timeFormat: TimeFormat
  /** The zone of times without an offset. */
  timeZone: string
}

const timeWords = [
  'time',
  'timestamp',
  'datetime',
  'date',
  'last_changed',
  'last_updated',
  '_time',
  'date/time',
  'czas',
  'время',
  'час',
]
const nameWords = ['name', 'entity_id', 'parameter', 'sensor', 'metric', '_field', 'tag']
const valueWords = ['value', 'state', '_value', 'reading']

/** Reads lines of a table with times: a column for each name, or columns `name` and `value`. The heading comes first. */
export const csvReader = (heading: string, rules: CsvRules): LineReader => {
  const head = heading.replace(/^\uFEFF/, '')
  const delimiter = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ','
  const columns = (cellsOf(head, delimiter) ?? []).map((cell) => unguarded(cell.trim()))
  const lower = columns.map((column) => column.toLowerCase())
  const at =
    rules.timeColumn === null
      ? lower.findIndex((column) => timeWords.includes(column))
      : columns.indexOf(rules.timeColumn)
  if (at === -1) throw new ImportProblem(`no column is called ${rules.timeColumn ?? timeWords.slice(0, 4).join(', ')}`)
  const nameAt = lower.findIndex((column) => nameWords.includes(column))
  const valueAt = lower.findIndex((column) => valueWords.includes(column))
  const isLong = nameAt !== -1 && valueAt !== -1
  const decimal = (text: string): string =>
    delimiter === ';' && /^-?\d+,\d+$/.test(text) ? text.replace(',', '.') : text
  return (line, number) => {
    const cells = cellsOf(line, delimiter)
    if (cells === null) return [{ line: number, reason: 'the quote is never closed' }]
    const time = timeOf(cells[at] ?? '', rules.timeFormat, rules.timeZone)
    if (typeof time === 'string') return [{ line: number, reason: time }]
    const readings: (ImportedReading | RefusedLine)[] = []
    const add = (name: string, text: string): void =>
      void readings.push({ name, time, value: valueOf(decimal(unguarded(text.trim()))) })
    if (isLong) add((cells[nameAt] ?? '').trim(), cells[valueAt] ?? '')
    else {
      // Loops over the cells of the line, so a short line of a wide table takes no longer than its length.
      for (const [place, cell] of cells.entries()) {
        const name = columns[place]
        // An empty cell has no reading: its parameter was read at other times.
        if (name !== undefined && place !== at && cell.trim() !== '') add(name, cell)
      }
    }
    return readings
  }
}

/** The cells of a line; null where a quote is not closed in it. */
const cellsOf = (line: string, delimiter: string): string[] | null => {
  const cells: string[] = []
  for (let at = 0; ; ) {
    if (line[at] !== '"') {
      const end = line.indexOf(delimiter, at)
      cells.push(line.slice(at, end === -1 ? undefined : end))
      if (end === -1) return cells
      at = end + 1
      continue
    }
    const [whole, inner = ''] = /^"((?:[^"]|"")*)"/.exec(line.slice(at)) ?? []
    if (whole === undefined) return null
    cells.push(inner.replaceAll('""', '"'))
    at += whole.length
    if (line[at] !== delimiter) return cells
    at += 1
  }
}
