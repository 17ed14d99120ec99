import { setImmediate } from 'node:timers/promises'
import { at } from '@busbar/kit'
import { type Decimal, toText } from '@busbar/modbus/decimal'
import { textCell } from '../../fields/csv.rules.ts'
import { localText } from '../calendar.ts'
import { percentOf } from '../reports/report-words.ts'
import { currenciesOf, type FigureTable, isCo2Known, type TableBranch } from '../reports/table.ts'
import { decimalText } from '../tariffs/cost.rules.ts'

/** Spreadsheets recognize UTF-8 by this mark. */
const utf8Mark = '\uFEFF'

const cellOf = (value: Decimal | null): string => (value === null ? '' : toText(value))

/** Lines that are formatted before other work gets its turn. */
const linesAtOnce = 100

interface Column {
  title: string
  cellAt: (index: number) => string
  total: string
  /** The branch whose column of figures it is. */
  branch?: TableBranch
}

/**
 * A line for each segment, in the time of the place, and one with the totals; then those of the span before, and what it costs. Of each branch a
 * column with its figures, one with the share of the time in which it was read, and where it has one, one with what is unmetered.
 */
export async function* reportCsv({ table, edges, isPartial, timeZone, before }: FigureTable): AsyncGenerator<string> {
  const columns = table.flatMap((branch): Column[] => {
    const { path, unit, values, coverages, total, coverage, unmetered } = branch
    const unitText = unit ? ` [${unit}]` : ''
    return [
      { title: path + unitText, cellAt: (index) => cellOf(at(values, index)), total: cellOf(total), branch },
      {
        title: `${path} (coverage) [%]`,
        cellAt: (index) => String(percentOf(at(coverages, index))),
        total: String(percentOf(coverage)),
      },
      ...(unmetered === null
        ? []
        : [
            {
              title: `${path} (unmetered)${unitText}`,
              cellAt: (index: number) => cellOf(at(unmetered.values, index)),
              total: cellOf(unmetered.total),
            },
          ]),
    ]
  })
  yield utf8Mark + line(['from', 'till', 'segment', ...columns.map(({ title }) => textCell(title))])
  for (let from = 0; from < edges.length - 1; from += linesAtOnce) {
    const times = edges.slice(from, from + linesAtOnce + 1).map((edge) => localText(timeZone, edge))
    const lines = times.slice(1).map((till, index) => {
      const state = isPartial[from + index] ? 'partial' : 'whole'
      return line([at(times, index), till, state, ...columns.map(({ cellAt }) => cellAt(from + index))])
    })
    yield lines.join('')
    await setImmediate()
  }
  yield line(['total', '', '', ...columns.map(({ total }) => total)])
  const summaryLine = (name: string, span: string, of: (branch: TableBranch) => string): string =>
    line([name, span, '', ...columns.map(({ branch }) => (branch === undefined ? '' : of(branch)))])
  if (before !== undefined) {
    const span = `${localText(timeZone, before.from)}/${localText(timeZone, before.till)}`
    yield summaryLine('before', span, (branch) => cellOf(branch.before?.total ?? null))
  }
  for (const currency of currenciesOf(table)) {
    yield summaryLine(`cost [${currency}]`, '', ({ cost }) =>
      cost?.currency === currency ? (decimalText(cost.amount) ?? '') : '',
    )
  }
  if (isCo2Known(table)) yield summaryLine('CO2 [kg]', '', ({ cost }) => decimalText(cost?.co2 ?? null) ?? '')
}

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`
