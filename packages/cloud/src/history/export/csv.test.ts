import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readCsv } from '@busbar/import'
import type { Slice } from '@busbar/readings/history'
import * as fc from 'fast-check'
import { csvHead, csvParts, textCell } from '../../fields/csv.rules.ts'

describe('readings as a table', () => {
  for (const [text, cell] of [
    ['Meter: U, V', '"Meter: U, V"'],
    ['plain', 'plain'],
    ['=1+1', `"'=1+1"`],
    ['＝1+1', `"'＝1+1"`],
    ['＋1', `"'＋1"`],
    ['－1', `"'－1"`],
    ['＠SUM(A1)', `"'＠SUM(A1)"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@x', `"'@x"`],
    ['\tx', `"'\tx"`],
    ['a"b', '"a""b"'],
    ['a"b,c', '"a""b,c"'],
    ['', ''],
  ] as const) {
    test(`a text: ${JSON.stringify(text)}`, () => assert.equal(textCell(text), cell))
  }

  test('a line for each moment', () => {
    const none = new Map<number, string>()
    const slice: Slice = {
      times: Float64Array.of(1000, 2000, 3000),
      columns: [
        { values: Float64Array.of(-1.5, Number.NaN, 1e-7), texts: none },
        {
          values: new Float64Array(3).fill(Number.NaN),
          texts: new Map([
            [2000, '=x'],
            [3000, '-7'],
          ]),
        },
        { values: Float64Array.of(Number.NaN, 1.8e19, Number.NaN), texts: new Map([[2000, '-18446744073709551615']]) },
      ],
    }
    assert.deepEqual([...csvParts(slice, [false, true, false])].join('').split('\r\n'), [
      '1970-01-01T00:00:01.000Z,-1.5,,',
      `1970-01-01T00:00:02.000Z,,"'=x",-18446744073709551615`,
      `1970-01-01T00:00:03.000Z,0.0000001,"'-7",`,
      '',
    ])
  })

  test('reads back as it was', () => {
    const text = fc
      .string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', '\t', '=', '-', ' ') })
      .filter((one) => one.trim() !== '')
    const row = fc.tuple(text, fc.double({ noNaN: true, noDefaultInfinity: true }))
    fc.assert(
      fc.property(text, fc.array(row, { minLength: 1, maxLength: 20 }), (name, rows) => {
        const slice: Slice = {
          times: Float64Array.from(rows, (_, index) => index * 100),
          columns: [
            {
              values: new Float64Array(rows.length).fill(Number.NaN),
              texts: new Map(rows.map(([one], i) => [i * 100, one])),
            },
            { values: Float64Array.from(rows, ([, value]) => value), texts: new Map() },
          ],
        }
        const table = readCsv(csvHead([name, 'b']) + [...csvParts(slice, [true, false])].join(''))
        assert.ok('rows' in table)
        const [head, ...lines] = table.rows.map(({ cells }) => cells.map((cell) => cell.replace(/^'/, '')))
        assert.deepEqual(head, ['time', name, 'b'])
        assert.deepEqual(
          lines.map(([time = '', one, value]) => [Date.parse(time), one, Number(value)]),
          rows.map(([one, value], index) => [index * 100, one, value + 0]),
        )
      }),
    )
  })
})
