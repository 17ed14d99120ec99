import { at, plainNumber } from '@busbar/kit'
import type { Slice } from '@busbar/readings/history'

/** Prevents spreadsheets from treating a text as a formula. */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/
const needsQuotes = /[",;\t\r\n]/
/** Numbers with more digits than a double holds come as text. */
const decimal = /^-?\d+(\.\d+)?$/

/** A text as a cell. */
export const textCell = (text: string): string => {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return safe !== text || needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** First line of the table, after the byte order mark by which spreadsheets detect UTF-8. */
export const csvHead = (names: readonly string[]): string => `\uFEFF${['time', ...names].map(textCell).join(',')}\r\n`

/** Number of lines that are formatted before other work gets a turn. */
const linesAtOnce = 500

/** Formats one line per timestamp; cells of parameters without a reading are empty. `isText` marks text columns. */
export function* csvParts(slice: Slice, isText: readonly boolean[]): Generator<string> {
  for (let from = 0; from < slice.times.length; from += linesAtOnce) {
    const rows = slice.times.subarray(from, from + linesAtOnce)
    yield Array.from(rows, (_, index) => lineOf(slice, from + index, isText)).join('')
  }
}

const lineOf = ({ times, columns }: Slice, row: number, isText: readonly boolean[]): string => {
  const time = at(times, row)
  const cells = columns.map(({ values, texts }, column) => {
    const text = texts.get(time)
    if (text !== undefined) return !isText[column] && decimal.test(text) ? text : textCell(text)
    const value = at(values, row)
    return Number.isNaN(value) ? '' : plainNumber(value)
  })
  return `${new Date(time).toISOString()},${cells.join(',')}\r\n`
}
