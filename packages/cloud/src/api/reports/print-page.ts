import { type Decimal, toText } from '@busbar/modbus/decimal'
import { localText } from '../../energy/calendar.ts'
import { percentOf } from './csv.rules.ts'
import type { FigureTable, TableBranch } from './table.ts'

/** Columns beside the time that fit on a page. */
const columnsMax = 6

const style = `
  :root { font: 11pt/1.4 system-ui, sans-serif; color: #111; background: #fff }
  body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
  table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem }
  caption { text-align: left; font-weight: 600; padding-bottom: .4rem }
  th, td { border-bottom: 1px solid #bbb; padding: .25rem .5rem; text-align: right; font-variant-numeric: tabular-nums }
  th:first-child, td:first-child { text-align: left }
  thead { display: table-header-group }
  tr { break-inside: avoid }
  ${[1, 2, 3, 4].map((level) => `.level-${level} { padding-left: ${level * 1.2 + 0.5}rem !important }`).join('\n  ')}
  @page { size: A4; margin: 15mm }
  @media print { body { margin: 0; max-width: none; padding: 0 } }
`

/** A page for people and their printers. It loads nothing and runs nothing; a browser makes a PDF of it. */
export const printPage = ({ name, table, edges, isPartial, timeZone, setAsideCount }: FigureTable): string => {
  const [from, till] = [edges[0] ?? 0, edges.at(-1) ?? 0].map((edge) => timeText(timeZone, edge))
  const note = setAsideCount === 0 ? '' : `<p>Readings and steps of counters that are set aside: ${setAsideCount}.</p>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(name)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(name)}</h1>
<p>${from} to ${till}, ${escaped(timeZone)}</p>
${totalsTable(table)}
${segmentTables(table, edges, isPartial, timeZone).join('\n')}
<p>A percentage beside a figure is the share of the time with data, where that is not all. * is a segment that is cut short or not over.</p>
${note}
</body>
</html>
`
}

const totalsTable = (table: readonly TableBranch[]): string => {
  const rows = table.map(
    ({ name, level, unit, total, coverage, unmetered }) =>
      `<tr><td class="level-${level}">${escaped(name)}</td><td>${figure(total)}</td><td>${escaped(unit ?? '')}</td>` +
      `<td>${unmetered === null ? '' : figure(unmetered.total)}</td><td>${percentOf(coverage)} %</td></tr>`,
  )
  return tableOf('Totals', ['Branch', 'Total', 'Unit', 'Unmetered', 'Time with data'], rows)
}

/** All branches by time, some at a time: a page is not wider. */
const segmentTables = (
  table: readonly TableBranch[],
  edges: readonly number[],
  isPartial: readonly boolean[],
  timeZone: string,
): string[] => {
  const pages = Array.from({ length: Math.ceil(table.length / columnsMax) }, (_, at) =>
    table.slice(at * columnsMax, (at + 1) * columnsMax),
  )
  return pages.map((branches) => {
    const rows = edges.slice(0, -1).map((from, at) => {
      const cells = branches.map(({ values, coverages }) => {
        const coverage = coverages[at] ?? 0
        const share = coverage >= 1 ? '' : ` <small>${percentOf(coverage)} %</small>`
        return `<td>${figure(values[at] ?? null)}${share}</td>`
      })
      return `<tr><td>${timeText(timeZone, from)}${isPartial[at] ? ' *' : ''}</td>${cells.join('')}</tr>`
    })
    const titles = branches.map(({ path, unit }) => (unit ? `${path} [${unit}]` : path))
    return tableOf('By time', ['From', ...titles], rows)
  })
}

const tableOf = (caption: string, head: readonly string[], rows: readonly string[]): string => {
  const titles = head.map((title) => `<th scope="col">${escaped(title)}</th>`).join('')
  return `<table><caption>${caption}</caption><thead><tr>${titles}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

/** A dash is not nought. */
const figure = (value: Decimal | null): string => (value === null ? '&ndash;' : toText(value))

const timeText = (timeZone: string, on: number): string => localText(timeZone, on).slice(0, 16).replace('T', ' ')

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
