import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellFields, emptyRow, type MapRow } from './cells.rules.ts'
import { addedRow, filledDown, movedRow, pasted, rowsMax, withCell, withoutRow } from './edits.rules.ts'

const map = (...addresses: string[]): MapRow[] =>
  addresses.map((address, i) => {
    const row = emptyRow(i + 1)
    return { ...row, cells: { ...row.cells, address, name: `N${address}` } }
  })
const addresses = (rows: readonly MapRow[]): string[] => rows.map(({ cells }) => cells.address)

test('lines are added, moved and taken out', () => {
  const rows = map('1', '2', '3')
  assert.deepEqual(addresses(addedRow(rows, 1).rows), ['1', '2', '2', '3'])
  assert.deepEqual(addresses(movedRow(rows, 1, 1)), ['2', '1', '3'])
  assert.equal(movedRow(rows, 1, -1), rows)
  assert.deepEqual(addresses(withoutRow(rows, 2)), ['1', '3'])
  assert.deepEqual(addresses(filledDown(rows, 3, 'address')), ['1', '2', '2'])
  assert.equal(withCell(rows, 1, 'address', '1'), rows)
})

test('a block of cells goes where the cursor is, and makes lines that are missing', () => {
  const { rows, leftOut } = pasted(
    map('1', '2'),
    [
      ['5', 'Five'],
      ['6', 'Six'],
    ],
    { key: 2, field: 'address' },
    cellFields,
  )
  assert.deepEqual(
    [rows.map(({ cells }) => [cells.address, cells.name]), leftOut],
    [
      [
        ['1', 'N1'],
        ['5', 'Five'],
        ['6', 'Six'],
      ],
      0,
    ],
  )
})

test('a table with headings is matched by them', () => {
  const table = [
    ['Register', 'Parameter', 'Type', 'RW', 'Page'],
    ['0x10', 'Speed', 'uint16', 'rw', '7'],
  ]
  const { rows } = pasted(map('1'), table, { key: 1, field: 'name' }, cellFields)
  const last = rows.at(-1)?.cells
  assert.deepEqual(
    [rows.length, last?.address, last?.name, last?.valueType, last?.isProgrammable],
    [2, '16', 'Speed', 'u16', 'true'],
  )
})

test('limits the number of lines to what the service accepts, and counts omitted ones', () => {
  const full = map(...Array.from({ length: rowsMax }, (_, i) => String(i)))
  assert.equal(addedRow(full).key, null)
  assert.equal(pasted(full, [['7'], ['8']], { key: rowsMax, field: 'address' }, cellFields).leftOut, 1)
})
