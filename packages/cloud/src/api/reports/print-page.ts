import { type Decimal, toText } from '@busbar/modbus/decimal'
import { localText } from '../../energy/calendar.ts'
import type { TableBranch } from './table.ts'

export interface PrintedReport {
  name: string
  table: readonly TableBranch[]
  edges: readonly number[]
  timeZone: string
  /** How many steps of counters were set aside. */
  setAsideCount: number
}

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
export const printPage = ({ name, table, edges, timeZone, setAsideCount }: PrintedReport): string => {
  const [from, till] = [edges[0] ?? 0, edges.at(-1) ?? 0].map((edge) => timeText(timeZone, edge))
  const note = setAsideCount === 0 ? '' : `<p>Steps of counters that are not booked: ${setAsideCount}.</p>`
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
${segmentsTable(table, edges, timeZone)}
${note}
</body>
</html>
`
}

const totalsTable = (table: readonly TableBranch[]): string => {
  const rows = table.map(
    ({ name, level, total, coverage, unmetered }) =>
      `<tr><td class="level-${level}">${escaped(name)}</td><td>${figure(total)}</td>` +
      `<td>${unmetered === null ? '' : figure(unmetered.total)}</td><td>${(coverage * 100).toFixed(1)} %</td></tr>`,
  )
  return tableOf('Totals', ['Branch', 'Total', 'Unmetered', 'Time with data'], rows)
}

/** Main branches alone: a page is not wider. */
const segmentsTable = (table: readonly TableBranch[], edges: readonly number[], timeZone: string): string => {
  const mains = table.filter(({ level }) => level === 0)
  const rows = edges.slice(0, -1).map((from, at) => {
    const cells = mains.map(({ values }) => `<td>${figure(values[at] ?? null)}</td>`)
    return `<tr><td>${timeText(timeZone, from)}</td>${cells.join('')}</tr>`
  })
  return tableOf('By time', ['From', ...mains.map(({ name }) => name)], rows)
}

const tableOf = (caption: string, head: readonly string[], rows: readonly string[]): string => {
  const titles = head.map((title) => `<th scope="col">${escaped(title)}</th>`).join('')
  return `<table><caption>${caption}</caption><thead><tr>${titles}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

/** A dash is not nought. */
const figure = (value: Decimal | null): string => (value === null ? '&ndash;' : toText(value))

const timeText = (timeZone: string, on: number): string => localText(timeZone, on).slice(0, 16).replace('T', ' ')

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
