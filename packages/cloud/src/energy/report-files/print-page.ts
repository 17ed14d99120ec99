import { at } from '@busbar/kit'
import type { Language } from '@busbar/messaging/texts'
import { oddHours, type ReportWords, reportWords, timeText } from '../reports/report-words.ts'
import { changeOf, type FigureTable, isCo2Known, type TableBranch } from '../reports/table.ts'

/** Columns beside the time that fit on a page. */
const columnsMax = 6

export interface PrintHeader {
  language: Language
  /** At the top of the page; empty where no name is given. */
  orgName: string
  logo: { type: string; data: string } | null
  madeOn: Date | null
}

const defaultHeader: PrintHeader = { language: 'en', orgName: '', logo: null, madeOn: null }

const style = (foot: string): string => `
  :root { font: 10pt/1.4 system-ui, sans-serif; color: #111; background: #fff }
  body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
  header { display: flex; align-items: center; gap: .6rem; border-bottom: 1.5px solid #111; padding-bottom: .4rem; font-weight: 600 }
  header img { max-height: 12mm; max-width: 50mm }
  h1 { font-size: 18pt; margin: .8rem 0 .2rem }
  table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem }
  caption { text-align: left; font-weight: 600; padding-bottom: .4rem }
  th, td { border-bottom: 1px solid #bbb; padding: .2rem .5rem; text-align: right; font-variant-numeric: tabular-nums }
  th:first-child, td:first-child { text-align: left }
  small { color: #555 }
  .gap { background: repeating-linear-gradient(45deg, #fff 0 4px, #ddd 4px 5px); print-color-adjust: exact; -webkit-print-color-adjust: exact }
  thead { display: table-header-group }
  tr { break-inside: avoid }
  ${[1, 2, 3, 4].map((level) => `.level-${level} { padding-left: ${level * 1.2 + 0.5}rem !important }`).join('\n  ')}
  @page { size: A4; margin: 14mm; @bottom-left { content: "${foot}"; font: 8pt system-ui, sans-serif } @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif } }
  @media print { body { margin: 0; max-width: none; padding: 0 } }
`

/** A page for people and their printers. It loads nothing and runs nothing; a browser makes a PDF of it. */
export const printPage = (figures: FigureTable, header: PrintHeader = defaultHeader): string => {
  const { name, edges, isPartial, timeZone, setAsideCount, before } = figures
  const { language, orgName, logo, madeOn } = header
  const words = reportWords(language)
  const [from = '', till = ''] = [at(edges, 0), at(edges, edges.length - 1)].map((edge) => timeText(timeZone, edge))
  const foot = madeOn === null ? '' : words.say('made', { when: timeText(timeZone, madeOn.getTime()) })
  const isSet = edges
    .slice(1)
    .some((end, index) => isPartial[index] !== true && oddHours(at(edges, index), end) !== null)
  const notes = [
    ...(before === undefined
      ? []
      : [words.say('before-note', { from: timeText(timeZone, before.from), till: timeText(timeZone, before.till) })]),
    words.say('coverage-note'),
    ...(isSet ? [words.say('clocks-set')] : []),
    ...(setAsideCount === 0 ? [] : [words.say('set-aside-count', { count: String(setAsideCount) })]),
  ]
  return `<!doctype html>
<html lang="${words.locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escaped(name)}</title>
<style>${style(foot)}</style>
</head>
<body>
${headOf(orgName, logo)}
<h1>${escaped(name)}</h1>
<p>${escaped(words.say('span', { from, till, zone: timeZone }))}</p>
${totalsTable(figures, words)}
${segmentTables(figures, words).join('\n')}
${notes.map((note) => `<p>${escaped(note)}</p>`).join('\n')}
</body>
</html>
`
}

const headOf = (orgName: string, logo: PrintHeader['logo']): string => {
  if (orgName === '' && logo === null) return ''
  const sign = logo === null ? '' : `<img alt="" src="data:${logo.type};base64,${logo.data}">`
  return `<header>${sign}<span>${escaped(orgName)}</span></header>`
}

const totalsTable = ({ table, before }: FigureTable, words: ReportWords): string => {
  const { figure, say } = words
  const columns: [title: string, cell: (branch: TableBranch) => string][] = [
    [say('total'), ({ total, decimals }) => figure(total, decimals)],
    [say('unit'), ({ unit }) => escaped(unit ?? '')],
    [say('unmetered'), ({ unmetered, decimals }) => (unmetered === null ? '' : figure(unmetered.total, decimals))],
  ]
  if (before !== undefined) {
    columns.push(
      [say('before'), (one) => (one.before === undefined ? '' : figure(one.before.total, one.decimals))],
      [say('change'), (one) => words.change(changeOf(one))],
    )
  }
  if (table.some(({ cost }) => cost !== undefined)) {
    columns.push([
      say('cost'),
      ({ cost }) => (cost === undefined ? '' : escaped(words.money(cost.amount, cost.currency))),
    ])
  }
  if (isCo2Known(table)) columns.push([say('co2'), ({ cost }) => (cost === undefined ? '' : figure(cost.co2, null))])
  columns.push([say('coverage'), ({ coverage }) => words.percent(coverage)])
  const rows = table.map((branch) => {
    const cells = columns.map(([, cell]) => `<td>${cell(branch)}</td>`)
    return `<tr><td class="level-${branch.level}">${escaped(branch.name)}</td>${cells.join('')}</tr>`
  })
  return tableOf(say('totals'), [say('branch'), ...columns.map(([title]) => title)], rows)
}

/** All branches by time, some at a time: a page is not wider. */
const segmentTables = ({ table, edges, isPartial, timeZone }: FigureTable, words: ReportWords): string[] => {
  const pages = Array.from({ length: Math.ceil(table.length / columnsMax) }, (_, index) =>
    table.slice(index * columnsMax, (index + 1) * columnsMax),
  )
  return pages.map((branches) => {
    const rows = edges.slice(0, -1).map((from, index) => {
      const cells = branches.map(({ values, coverages, decimals }) => {
        const coverage = at(coverages, index)
        const share = coverage >= 1 ? '' : ` <small>${words.percent(coverage)}</small>`
        const mark = coverage >= 1 || isPartial[index] === true ? '' : ' class="gap"'
        return `<td${mark}>${words.figure(at(values, index), decimals)}${share}</td>`
      })
      const hours = isPartial[index] === true ? null : oddHours(from, at(edges, index + 1))
      const odd = hours === null ? '' : ` <small>${words.say('set-hours', { hours: String(hours) })}</small>`
      return `<tr><td>${timeText(timeZone, from)}${isPartial[index] ? ' *' : ''}${odd}</td>${cells.join('')}</tr>`
    })
    const titles = branches.map(({ path, unit }) => (unit ? `${path} [${unit}]` : path))
    return tableOf(words.say('by-time'), [words.say('from'), ...titles], rows)
  })
}

const tableOf = (caption: string, head: readonly string[], rows: readonly string[]): string => {
  const titles = head.map((title) => `<th scope="col">${escaped(title)}</th>`).join('')
  return `<table><caption>${escaped(caption)}</caption><thead><tr>${titles}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
