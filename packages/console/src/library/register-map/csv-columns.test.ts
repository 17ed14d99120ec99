import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf, guessedColumns, mappedTable } from '@busbar/import/columns'
import { tableOf } from '../../data/format/table-of.ts'

for (const [headings, gives] of [
  [
    ['name_en', 'registerKind', 'address', 'valueType'],
    ['name_en', 'registerKind', 'address', 'valueType'],
  ],
  [
    ['Parameter', 'Register', 'Data type', 'Unit', 'Scale'],
    ['name_en', 'address', 'valueType', 'unitName', 'multiplier'],
  ],
  [
    ['Название', 'Адрес', 'Тип', 'Заметки'],
    ['name_en', 'address', 'valueType', null],
  ],
  [
    ['Name', 'name', 'Addr.'],
    ['name_en', null, 'address'],
  ],
] as const) {
  test(headings.join(', '), () => assert.deepEqual(guessedColumns(headings), gives))
}

for (const [text, gives] of [
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a;b\r\n1,5;2\r\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'a\tb\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '\uFEFFa,b\n"x, ""y""",\n\n,z',
    [
      ['a', 'b'],
      ['x, "y"', ''],
      ['', 'z'],
    ],
  ],
  ['', []],
] as const) {
  test(JSON.stringify(text), () => assert.deepEqual(tableOf(text), gives))
}

test('a table with columns of its own becomes one of the service', () => {
  const table = tableOf('Parameter;Addr;Type;FC;Page\nVoltage;0x10;float;04;3\nState;7;uint16;FC03;4\n')
  const mapped = mappedTable(table, guessedColumns(table[0] ?? []))
  assert.deepEqual(mapped.missing, [])
  assert.equal(
    csvOf(mapped),
    'name_en,registerKind,address,valueType,isTracked\nVoltage,input,16,f32,true\nState,holding,7,u16,true\n',
  )
})

test('reports missing columns, or uses their defaults', () => {
  const table = tableOf('What,Unit\nVoltage,V\n')
  const { columns, rows, missing } = mappedTable(table, guessedColumns(table[0] ?? []))
  assert.deepEqual(
    [missing, columns, rows],
    [['name_en', 'address'], ['unitName', 'registerKind', 'valueType', 'isTracked'], [['V', 'holding', 'u16', 'true']]],
  )
})
