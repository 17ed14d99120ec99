import { DeviceDraft } from '../../plan/device-draft.ts'
import type { Draft, SourceLine } from '../../plan/draft.ts'
import { askNetwork, askUnit } from '../../plan/network-question.ts'
import { ImportProblem, type SourceFile } from '../../plan/plan.ts'
import { guessedSheet, type SheetColumn, sheetColumns } from '../../table/columns.rules.ts'
import { readCsv } from '../../table/csv.ts'
import { readWorkbook } from '../../table/workbook.ts'
import { type AddressStyle, addressStyles, guessedStyle } from './addresses.rules.ts'
import { type Cells, paramOfRow } from './rows.ts'

interface Row {
  line: number
  cells: readonly string[]
}
interface Table {
  rows: readonly Row[]
  /** If semicolons separate the cells, the comma is the decimal separator. */
  isCommaDecimal: boolean
}

/** Headings seldom stand lower: above them are a title and remarks. */
const headingRowsMax = 20
const none = 'none'

/** Reads tables of registers, of one device or of several. */
export const readSpreadsheet = (draft: Draft, files: readonly SourceFile[]): void => {
  for (const [at, file] of files.entries()) readTable(draft, file.name, String(at + 1), tableOf(draft, file))
}

const tableOf = (draft: Draft, { name: file, content }: SourceFile): Table => {
  if (typeof content === 'string') {
    const table = readCsv(content)
    if ('message' in table) throw new ImportProblem(`${file}:${table.line}: ${table.message}`)
    return { rows: table.rows, isCommaDecimal: table.delimiter === ';' }
  }
  const sheets = readWorkbook(file, content).filter(({ rows }) => rows.length > 0)
  const sheet = sheets.find(({ rows }) => headingsIn(rows) !== null) ?? sheets[0]
  for (const other of sheets) {
    if (other !== sheet)
      draft.note({ file, line: null, path: other.name }, 'left-out', 'sheet-left-out', { sheet: other.name })
  }
  for (const { cell, value } of sheet?.errors ?? []) {
    const row = /\d+/.exec(cell)?.[0]
    const line = row === undefined ? null : Number(row)
    draft.note({ file, line, path: cell }, 'left-out', 'cell-error', { cell, value })
  }
  const rows = (sheet?.rows ?? []).map((cells, at) => ({ line: at + 1, cells }))
  return { rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')), isCommaDecimal: false }
}

/** The row of headings: the first that names an address and something besides. */
const headingsIn = (rows: readonly (readonly string[])[]): number | null => {
  const at = rows.slice(0, headingRowsMax).findIndex((cells) => {
    const found = guessedSheet(cells).filter((column) => column !== null)
    return found.includes('address') && found.length > 1
  })
  return at === -1 ? null : at
}

const readTable = (draft: Draft, file: string, key: string, { rows, isCommaDecimal }: Table): void => {
  const at = headingsIn(rows.map(({ cells }) => cells)) ?? 0
  const headings = rows[at]?.cells ?? []
  const lines = rows.slice(at + 1)
  if (lines.length === 0) throw new ImportProblem(`${file}: there is no line below the headings`)
  const columns = askColumns(draft, file, key, headings, rows[at]?.line ?? 1, lines)
  for (const needed of ['name_en', 'address'] as const) {
    if (!columns.includes(needed)) throw new ImportProblem(`${file}: no column is chosen to be ${needed}`)
  }
  const cellsOf = ({ line, cells }: Row): { source: SourceLine; cells: Cells } => ({
    source: { file, line, path: '' },
    cells: new Map(
      columns.flatMap((column, place) => (column === null ? [] : [[column, (cells[place] ?? '').trim()] as const])),
    ),
  })
  const all = lines
    .map(cellsOf)
    .filter(({ cells }) => (cells.get('name_en') ?? '') !== '' || (cells.get('address') ?? '') !== '')
  const style = askStyle(
    draft,
    key,
    columns,
    all.map(({ cells }) => cells.get('address') ?? ''),
  )
  const fileName = file.replace(/^.*\//, '').replace(/\.[^.]+$/, '')
  const net = askNetwork(draft, key, fileName, null)
  if (net === null) return
  draft.networks.push(net)
  const groups = Map.groupBy(all, ({ cells }) =>
    JSON.stringify([cells.get('deviceName') ?? '', cells.get('unitId') ?? '']),
  )
  for (const [id, group] of groups) {
    const [named = '', unitText = ''] = JSON.parse(id) as string[]
    const name = named || (unitText === '' ? fileName : `${fileName} ${unitText}`)
    const unit =
      /^\d{1,3}$/.test(unitText) && Number(unitText) <= 255
        ? Number(unitText)
        : askUnit(draft, groups.size === 1 ? key : `${key}:${name}`, name)
    if (unit === null) continue
    const [first] = group
    const device = new DeviceDraft(draft, first?.source ?? { file, line: null, path: '' }, { net: net.key, name, unit })
    for (const { source, cells } of group) {
      const param = paramOfRow(draft, source, cells, { style, isCommaDecimal })
      if (param !== null) device.add(source, param)
    }
    device.finish()
  }
}

/** Assigns columns by their heading or by the choice of the user. An unknown column is ignored with a note. */
const askColumns = (
  draft: Draft,
  file: string,
  key: string,
  headings: readonly string[],
  line: number,
  lines: readonly Row[],
): (SheetColumn | null)[] => {
  const guesses = guessedSheet(headings)
  const choices = [none, ...sheetColumns].map((value) => ({ value, label: value }))
  const taken = new Set<string>()
  return headings.map((heading, at) => {
    const filled = lines.filter(({ cells }) => (cells[at] ?? '').trim() !== '').length
    if (filled === 0 && guesses[at] === null) return null
    const column = heading.trim() || `${at + 1}`
    const answer = draft.ask({
      id: `column:${key}:${at + 1}`,
      code: 'column',
      args: { column },
      choices,
      default: guesses[at] ?? none,
    })
    const chosen = sheetColumns.find((one) => one === answer) ?? null
    if (chosen !== null && taken.has(chosen)) throw new ImportProblem(`${file}: two columns are chosen to be ${chosen}`)
    if (chosen === null) draft.note({ file, line, path: column }, 'left-out', 'column-left-out', { column }, filled)
    else taken.add(chosen)
    return chosen
  })
}

const askStyle = (
  draft: Draft,
  key: string,
  columns: readonly (SheetColumn | null)[],
  addresses: readonly string[],
): AddressStyle => {
  const usual = guessedStyle(addresses, columns.includes('registerKind'))
  const choices = addressStyles.map((value) => ({ value, label: value }))
  const answer = draft.ask({ id: `addresses:${key}`, code: 'addresses', choices, default: usual })
  return addressStyles.find((style) => style === answer) ?? usual
}
