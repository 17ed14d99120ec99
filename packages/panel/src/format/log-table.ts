/** The log of a task: times, and a column of numbers for each item; null for a missing number. */
export interface LogTable {
  readonly names: readonly string[]
  readonly times: readonly number[]
  readonly columns: readonly (readonly (number | null)[])[]
}

/** Parses a log file with or without names and with any separator. Times are in the local time of the gateway. */
export const logTable = (text: string): LogTable => {
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  const [first = ''] = lines
  const separator = [';', '\t', ','].find((one) => first.includes(one)) ?? ';'
  const hasNames = first.startsWith('time')
  const rows = (hasNames ? lines.slice(1) : lines).map((line) => cellsOf(line, separator))
  const width = Math.max(0, (rows[0]?.length ?? 1) - 1)
  const names = hasNames ? cellsOf(first, separator).slice(1) : Array.from({ length: width }, (_, at) => String(at + 1))
  const good = rows.filter(([time = '']) => !Number.isNaN(Date.parse(time)))
  return {
    names,
    times: good.map(([time = '']) => Date.parse(time)),
    columns: names.map((_, at) => good.map((row) => numberOf(row[at + 1]))),
  }
}

/** A text is in quotes where it holds the separator: it must not push the others aside. */
const cellsOf = (line: string, separator: string): string[] => {
  const cells = ['']
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    if (character === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += character
  }
  return cells
}

const numberOf = (text: string | undefined): number | null => {
  const value = text === undefined || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : null
}
