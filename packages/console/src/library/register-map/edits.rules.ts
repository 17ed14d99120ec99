import { guessedColumns, mappedTable } from '@busbar/import/columns'
import { type CellField, cellFields, choicesOf, emptyRow, kindOfCell, type MapRow } from './cells.rules.ts'

/** As many as the service takes. */
export const rowsMax = 2000

const freeKey = (rows: readonly MapRow[]): number => rows.reduce((most, { key }) => Math.max(most, key), 0) + 1

export const withCell = (rows: readonly MapRow[], key: number, field: CellField, text: string): readonly MapRow[] =>
  rows.some((row) => row.key === key && row.cells[field] !== text)
    ? rows.map((row) => (row.key === key ? { ...row, cells: { ...row.cells, [field]: text } } : row))
    : rows

/** A new line behind another, or at the end. */
export const addedRow = (
  rows: readonly MapRow[],
  afterKey?: number,
): { rows: readonly MapRow[]; key: number | null } => {
  if (rows.length >= rowsMax) return { rows, key: null }
  const found = rows.findIndex(({ key }) => key === afterKey)
  const at = found === -1 ? rows.length : found + 1
  const key = freeKey(rows)
  return { rows: rows.toSpliced(at, 0, emptyRow(key, rows[at - 1])), key }
}

export const withoutRow = (rows: readonly MapRow[], key: number): readonly MapRow[] =>
  rows.filter((row) => row.key !== key)

/** Moves a row one position up (-1) or down (1). */
export const movedRow = (rows: readonly MapRow[], key: number, by: 1 | -1): readonly MapRow[] => {
  const at = rows.findIndex((row) => row.key === key)
  const row = rows[at]
  const to = at + by
  if (row === undefined || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(at, 1).toSpliced(to, 0, row)
}

/** A cell with the text of the one above it. */
export const filledDown = (rows: readonly MapRow[], key: number, field: CellField): readonly MapRow[] => {
  const above = rows[rows.findIndex((row) => row.key === key) - 1]
  return above === undefined ? rows : withCell(rows, key, field, above.cells[field])
}

/** A cell as tables have it: another word for yes, another case. */
const cleaned = (field: CellField, text: string): string => {
  if (kindOfCell[field] === 'flag') {
    const word = text.toLowerCase()
    if (['yes', '1', 'rw', 'w', 'r/w', 'true'].includes(word)) return 'true'
    if (['no', '0', 'ro', 'r', 'false', ''].includes(word)) return 'false'
    return text
  }
  if (kindOfCell[field] !== 'choice') return text
  return choicesOf(field).find((one) => one.toLowerCase() === text.toLowerCase()) ?? text
}

/** Pastes cells copied from a spreadsheet. If the first line has known headings, every other line becomes a new row. */
export const pasted = (
  rows: readonly MapRow[],
  table: readonly string[][],
  at: { key: number | null; field: CellField },
  fields: readonly CellField[],
): { rows: readonly MapRow[]; leftOut: number } => {
  const headings = table[0] ?? []
  const mapping = guessedColumns(headings)
  const isHeaded = mapping.filter((column) => column !== null).length >= 2 && mapping.includes('address')
  return isHeaded ? appended(rows, mappedTable(table, mapping)) : spread(rows, table, at, fields)
}

/** Lines of a table in the columns of the service. */
export const appended = (
  rows: readonly MapRow[],
  { columns, rows: lines }: { columns: readonly string[]; rows: readonly string[][] },
): { rows: readonly MapRow[]; leftOut: number } => {
  const freeRows = rowsMax - rows.length
  const first = freeKey(rows)
  const fields = columns.map((column) => cellFields.find((field) => field === column.replace(/_en$/, '')))
  const added = lines.slice(0, freeRows).map((line, i) => {
    const row = emptyRow(first + i)
    const filledCells = line.flatMap((text, index) => {
      const field = fields[index]
      return field === undefined || text === '' ? [] : [[field, cleaned(field, text)] as const]
    })
    return { ...row, cells: { ...row.cells, ...Object.fromEntries(filledCells) } }
  })
  return { rows: [...rows, ...added], leftOut: Math.max(0, lines.length - freeRows) }
}

const spread = (
  rows: readonly MapRow[],
  table: readonly string[][],
  at: { key: number | null; field: CellField },
  fields: readonly CellField[],
): { rows: readonly MapRow[]; leftOut: number } => {
  const from = Math.max(
    0,
    rows.findIndex(({ key }) => key === at.key),
  )
  const column = Math.max(0, fields.indexOf(at.field))
  let next = rows
  let leftOut = 0
  for (const [down, line] of table.entries()) {
    if (next[from + down] === undefined) next = addedRow(next).rows
    const row = next[from + down]
    if (row === undefined) {
      leftOut += 1
      continue
    }
    for (const [right, text] of line.entries()) {
      const field = fields[column + right]
      if (field !== undefined) next = withCell(next, row.key, field, cleaned(field, text))
    }
  }
  return { rows: next, leftOut }
}
