import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readCsv, writeCsv } from './csv.ts'

const tables: [string, string, string[][]][] = [
  [
    'commas',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons',
    'a;b\n1,5;2\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\r\n1;2\t3,4',
    [
      ['a', 'b'],
      ['1;2', '3,4'],
    ],
  ],
  [
    'a byte order mark, CRLF',
    '\uFEFFa,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'lone carriage returns',
    'a,b\r1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'quotes',
    '"a,""x""",b\n"1\r\n2",\n',
    [
      ['a,"x"', 'b'],
      ['1\r\n2', ''],
    ],
  ],
  [
    'delimiters in a quoted header do not count',
    '"a;;;;",b\n1,2',
    [
      ['a;;;;', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a quote inside a plain cell is one',
    'a,b\n5" pipe,2',
    [
      ['a', 'b'],
      ['5" pipe', '2'],
    ],
  ],
  [
    'semicolons after an empty line',
    '\r\na;b\n1,5;2',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'empty lines are left out',
    '\na,b\n\n , \n1,2\n\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['one column', 'a\n1\n', [['a'], ['1']]],
  ['nothing', '', []],
]

for (const [title, text, cells] of tables) {
  test(`a table with ${title}`, () => {
    const table = readCsv(text)
    assert.ok('rows' in table)
    assert.deepEqual(
      table.rows.map((row) => row.cells),
      cells,
    )
  })
}

test('a line is where it begins, whatever is inside quotes', () => {
  const table = readCsv('a,b\r\n"1\r\n\r\n2",x\r\n\r\n3,4\r\n')
  assert.ok('rows' in table)
  assert.deepEqual(
    table.rows.map(({ line }) => line),
    [1, 2, 6],
  )
})

const mistakes: [string, object][] = [
  ['a,b\n1,"2', { line: 2, cell: 1, message: 'the quote is never closed' }],
  ['a,b\n\n"1" ,2', { line: 3, cell: 0, message: 'there is text after the closing quote' }],
  [','.repeat(201), { line: 1, cell: 200, message: 'a line has at most 200 cells' }],
  ['1\n'.repeat(10_002), { line: 10_001, cell: 0, message: 'a table has at most 10000 lines' }],
]

for (const [text, problem] of mistakes) {
  test(`no table: ${JSON.stringify(problem)}`, () => assert.deepEqual(readCsv(text), problem))
}

test('reads what it writes', () => {
  const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', 'a', ' ') }))
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }))
  fc.assert(
    fc.property(table, (rows) => {
      // The header decides on the delimiter, and names of columns hold none.
      const all = [rows[0]?.map((_, i) => `c${i}`) ?? ['c0', 'c1'], ...rows]
      const read = readCsv(writeCsv(all))
      assert.ok('rows' in read)
      const nonEmpty = all.filter((cells) => cells.some((text) => text.trim() !== ''))
      assert.deepEqual(
        read.rows.map(({ cells }) => cells),
        nonEmpty,
      )
    }),
  )
})
