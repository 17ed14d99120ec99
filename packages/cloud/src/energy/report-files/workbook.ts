import { at } from '@busbar/kit'
import type { Language } from '@busbar/messaging/texts'
import { type Decimal, round, toNumber } from '@busbar/modbus/decimal'
import writeXlsx, { type Cell, type CellObject, type Row } from 'write-excel-file/node'
import { localText } from '../calendar.ts'
import type { ReportTable } from '../reports/read-table.ts'
import { decimalsFor, percentOf, type ReportText, reportWords, timeText } from '../reports/report-words.ts'
import { changeOf, isCo2Known, type ReportBranch } from '../reports/table.ts'

const noteRowsMax = 5000
const hourMs = 3_600_000
const bold = { fontWeight: 'bold' } as const
const hatched = { fillPatternStyle: 'lightUp', fillPatternColor: '#b9a8d8', backgroundColor: '#ffffff' } as const

export interface WorkbookJob {
  report: ReportTable
  language: Language
}

/**
 * A report as a workbook: figures by time with the totals below, totals of each branch, gaps, and excluded readings.
 * Numbers are numbers, times are local, and a column contains the hours of each segment.
 */
export const workbookOf = ({ report, language }: WorkbookJob): Promise<Uint8Array> => {
  const { table } = report
  const { say } = reportWords(language)
  const heads = (...keys: ReportText[]): Row => keys.map((key) => ({ value: say(key), ...bold }))
  const wide = { width: 18 }
  const sheets = [
    {
      sheet: say('report'),
      data: figureRows(report, say),
      columns: [
        wide,
        wide,
        { width: 8 },
        ...table.map(({ name }) => ({ width: Math.max(12, Math.min(30, name.length + 2)) })),
      ],
      stickyRowsCount: 4,
      stickyColumnsCount: 2,
    },
    {
      sheet: say('totals'),
      ...totalsOf(report, say),
      stickyRowsCount: 1,
    },
    {
      sheet: say('gaps'),
      data: [heads('branch', 'from', 'till', 'coverage'), ...gapRows(report)],
      columns: [{ width: 40 }, wide, wide, wide],
      stickyRowsCount: 1,
    },
    {
      sheet: say('set-aside'),
      data: [heads('branch', 'from', 'till', 'had', 'showed', 'reason'), ...asideRows(report, say)],
      columns: [{ width: 40 }, wide, wide, wide, wide, { width: 50 }],
      stickyRowsCount: 1,
    },
  ]
  return writeXlsx(sheets, { fontFamily: 'Calibri', fontSize: 11 }).toBuffer()
}

type TextLookup = ReturnType<typeof reportWords>['say']

const figureRows = ({ name, table, edges, isPartial, timeZone }: ReportTable, say: TextLookup): Row[] => {
  const [from = '', till = ''] = [at(edges, 0), at(edges, edges.length - 1)].map((edge) => timeText(timeZone, edge))
  const rows: Row[] = [
    [text(name, { fontSize: 14, ...bold })],
    [text(say('span', { from, till, zone: timeZone }))],
    [say('from'), say('till'), say('hours'), ...table.map(({ path }) => path)].map((title) =>
      text(title, { ...bold, wrap: true }),
    ),
    [null, null, null, ...table.map(({ unit }) => text(unit ?? '', { textColor: '#666666', align: 'right' }))],
  ]
  for (const [index, end] of edges.slice(1).entries()) {
    const begin = at(edges, index)
    const cells = table.map(({ values, coverages, decimals }): Cell => {
      const isGap = at(coverages, index) < 1 && isPartial[index] !== true
      return number(at(values, index), decimals, isGap ? hatched : {})
    })
    rows.push([clock(timeZone, begin), clock(timeZone, end), plainNumber((end - begin) / hourMs, '0.##'), ...cells])
  }
  rows.push([
    text(say('total'), bold),
    null,
    null,
    ...table.map(({ total, decimals }) => number(total, decimals, bold)),
  ])
  return rows
}

interface TotalColumn {
  title: string
  width: number
  cell: (branch: ReportBranch) => Cell
}

/** Totals of each branch, with the comparison and the cost if available. */
const totalsOf = ({ table, before }: ReportTable, say: TextLookup) => {
  const compared: TotalColumn[] = [
    {
      title: say('before'),
      width: 18,
      cell: (one) => number(one.before?.total ?? null, one.decimals, {}),
    },
    { title: say('change'), width: 12, cell: (one) => share(changeOf(one)) },
  ]
  const priced: TotalColumn[] = [
    { title: say('cost'), width: 14, cell: ({ cost }) => number(cost?.amount ?? null, costDecimals, {}) },
    { title: say('currency'), width: 10, cell: ({ cost }) => text(cost?.currency ?? '') },
    ...(isCo2Known(table)
      ? [{ title: say('co2'), width: 14, cell: ({ cost }: ReportBranch) => number(cost?.co2 ?? null, null, {}) }]
      : []),
  ]
  const columns: TotalColumn[] = [
    { title: say('branch'), width: 40, cell: ({ path }) => text(path) },
    { title: say('total'), width: 18, cell: ({ total, decimals }) => number(total, decimals, {}) },
    { title: say('unit'), width: 10, cell: ({ unit }) => text(unit ?? '') },
    { title: say('unmetered'), width: 18, cell: (one) => number(one.unmetered?.total ?? null, one.decimals, {}) },
    { title: say('coverage'), width: 18, cell: ({ coverage }) => share(percentOf(coverage) / 100) },
    ...(before === undefined ? [] : compared),
    ...(table.some(({ cost }) => cost !== undefined) ? priced : []),
  ]
  return {
    data: [
      columns.map(({ title }): Cell => ({ value: title, ...bold })),
      ...table.map((branch): Row => columns.map(({ cell }) => cell(branch))),
    ],
    columns: columns.map(({ width }) => ({ width })),
  }
}

const costDecimals = 2
const share = (value: number | null): Cell => (value === null ? null : plainNumber(value, '0.0%'))

/** Segments that were not read all the time. */
const gapRows = ({ table, edges, timeZone }: ReportTable): Row[] =>
  table
    .flatMap(({ path, coverages }) =>
      coverages.flatMap((coverage, index): Row[] =>
        coverage >= 1
          ? []
          : [
              [
                text(path),
                clock(timeZone, at(edges, index)),
                clock(timeZone, at(edges, index + 1)),
                share(percentOf(coverage) / 100),
              ],
            ],
      ),
    )
    .slice(0, noteRowsMax)

const asideRows = ({ table, timeZone }: ReportTable, say: TextLookup): Row[] =>
  table
    .flatMap(({ path, setAside }) =>
      setAside.map(
        ({ on, till, from, to, reason }): Row => [
          text(path),
          clock(timeZone, on),
          clock(timeZone, till),
          plainNumber(from, 'General'),
          plainNumber(to, 'General'),
          text(say(`reason.${reason}`)),
        ],
      ),
    )
    .slice(0, noteRowsMax)

/** As text, so that no name can become a formula. */
const text = (value: string, style: Partial<CellObject> = {}): CellObject => ({
  type: String,
  value: value.slice(0, 32_000),
  ...style,
})

const plainNumber = (value: number, format: string): CellObject => ({ type: Number, value, format })

/** Formulas may have quotients without an end: no cell holds more digits than these. */
const placesMax = 12

const number = (value: Decimal | null, decimals: number | null | undefined, style: object): Cell => {
  if (value === null)
    return Object.keys(style).length === 0 ? null : { type: String, value: '–', align: 'right', ...style }
  const digits = decimals ?? decimalsFor(value)
  const format = digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`
  return { type: Number, value: toNumber(round(value, placesMax)), format, ...style }
}

/** Local time: a workbook has no time zones. */
const clock = (timeZone: string, on: number): CellObject => ({
  type: Date,
  value: new Date(`${localText(timeZone, on).slice(0, 19)}Z`),
  format: 'yyyy-mm-dd hh:mm',
})
