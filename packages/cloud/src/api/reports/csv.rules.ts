import { setImmediate } from 'node:timers/promises'
import { type Decimal, toText } from '@busbar/modbus/decimal'
import { localText } from '../../energy/calendar.ts'
import { textCell } from '../readings/csv.rules.ts'
import type { TableBranch } from './table.ts'

/** By it spreadsheets know UTF-8. */
const utf8Mark = '\uFEFF'

const cellOf = (value: Decimal | null): string => (value === null ? '' : toText(value))

/** So many lines are made at a time: others want their turn. */
const linesAtOnce = 100

/** A line for each segment, in the time of the place, and one with the totals; a column for each branch, and for what is unmetered. */
export async function* reportCsv(
  table: readonly TableBranch[],
  edges: readonly number[],
  timeZone: string,
): AsyncGenerator<string> {
  const columns = table.flatMap(({ path, values, total, unmetered }) => [
    { title: path, values, total },
    ...(unmetered === null ? [] : [{ title: `${path} (unmetered)`, ...unmetered }]),
  ])
  yield utf8Mark + line(['from', 'till', ...columns.map(({ title }) => textCell(title))])
  for (let from = 0; from < edges.length - 1; from += linesAtOnce) {
    const times = edges.slice(from, from + linesAtOnce + 1).map((edge) => localText(timeZone, edge))
    const lines = times
      .slice(1)
      .map((till, at) =>
        line([times[at] ?? '', till, ...columns.map(({ values }) => cellOf(values[from + at] ?? null))]),
      )
    yield lines.join('')
    await setImmediate()
  }
  yield line(['total', '', ...columns.map(({ total }) => cellOf(total))])
}

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`
