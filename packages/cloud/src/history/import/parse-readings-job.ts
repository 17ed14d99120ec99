import {
  csvReader,
  type ImportedReading,
  ImportProblem,
  type LineReader,
  protocolReader,
  type RefusedLine,
} from '@busbar/import'
import type { Precision, TimeFormat } from '@busbar/import/readings'

/** How lines are written. The time settings are those of CSV, the precision is that of the line protocol. */
export interface LineRules {
  format: 'csv' | 'line-protocol'
  timeColumn?: string | undefined
  timeFormat: TimeFormat
  timeZone: string
  precision: Precision
}

/** Some lines of a text. */
export interface ParseJob {
  rules: LineRules
  /** First line of the text, which names the columns of CSV. */
  heading: string
  text: string
  firstLine: number
}

/** The readings of a job by columns, so that they pass between threads quickly. */
export interface ParsedLines {
  lineCount: number
  names: string[]
  /** Index in `names`, for each reading. */
  nameIndexes: Uint32Array<ArrayBuffer>
  times: Float64Array<ArrayBuffer>
  values: (string | null)[]
  refused: RefusedLine[]
}
export type ParseResult = { parsed: ParsedLines } | { problem: string }

/** A line of many fields repeats its measurement and tags in each name, so a short text can have names of gigabytes. */
const nameCharsMax = 4_000_000

/** The reader of a format. Throws `ImportProblem` for a heading without a time column. */
export const openReader = (rules: LineRules, heading: string): LineReader => {
  const { format, timeColumn = null, timeFormat, timeZone, precision } = rules
  return format === 'csv' ? csvReader(heading, { timeColumn, timeFormat, timeZone }) : protocolReader(precision)
}

/** Parses lines in the thread; blank lines have no reading. */
export const parseLines = ({ rules, heading, text, firstLine }: ParseJob): ParseResult => {
  const found = new FoundReadings()
  try {
    const read = openReader(rules, heading)
    const lines = text.split(/\r?\n/)
    for (const [index, line] of lines.entries()) {
      if (line.trim() === '') continue
      for (const item of read(line, firstLine + index)) found.add(item)
    }
    return { parsed: { lineCount: lines.length, ...found.columns() } }
  } catch (error) {
    if (error instanceof ImportProblem) return { problem: error.message }
    throw error
  }
}

class FoundReadings {
  readonly #indexes = new Map<string, number>()
  readonly #nameIndexes: number[] = []
  readonly #times: number[] = []
  readonly #values: (string | null)[] = []
  readonly #refused: RefusedLine[] = []
  #nameChars = 0

  add(item: ImportedReading | RefusedLine): void {
    if ('reason' in item) return void this.#refused.push(item)
    this.#nameIndexes.push(this.#indexOf(item.name))
    this.#times.push(item.time)
    this.#values.push(item.value)
  }

  columns(): Omit<ParsedLines, 'lineCount'> {
    return {
      names: [...this.#indexes.keys()],
      nameIndexes: Uint32Array.from(this.#nameIndexes),
      times: Float64Array.from(this.#times),
      values: this.#values,
      refused: this.#refused,
    }
  }

  #indexOf(name: string): number {
    const existing = this.#indexes.get(name)
    if (existing !== undefined) return existing
    this.#nameChars += name.length
    if (this.#nameChars > nameCharsMax) {
      throw new ImportProblem(`the names in it have more than ${nameCharsMax} characters together; send fewer fields`)
    }
    const index = this.#indexes.size
    this.#indexes.set(name, index)
    return index
  }
}
