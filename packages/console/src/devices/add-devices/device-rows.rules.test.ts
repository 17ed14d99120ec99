import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { type DeviceRow, rowsOfRange, rowsOfTable } from './device-rows.rules.ts'

const known = { units: new Set([3]), templates: new Set(['em3p']) }
const shown = (rows: readonly DeviceRow[]): string[] =>
  rows.map(({ line, name, unit, problem }) => `${line} ${name} ${unit} ${problem ?? 'fine'}`)

describe('devices of a range', () => {
  const range = { first: 1, last: 3, name: 'Meter #', template: 'EM3P', periodSec: 60 }
  test('are numbered by their units', () => {
    assert.deepEqual(shown(rowsOfRange(range, known).rows), [
      '1 Meter 1 1 fine',
      '2 Meter 2 2 fine',
      '3 Meter 3 3 unit-taken',
    ])
    assert.deepEqual(shown(rowsOfRange({ ...range, last: 1, name: 'Pump' }, known).rows), ['1 Pump 1 1 fine'])
  })
  test('are none where the range is none', () => {
    for (const wrong of [{ first: 5 }, { first: Number.NaN }, { last: 256 }, { first: -1 }]) {
      assert.deepEqual(rowsOfRange({ ...range, ...wrong }, known), { rows: [], problem: null })
    }
    assert.equal(rowsOfRange({ ...range, last: 255 }, known).problem, 'many')
  })
})

describe('devices of a table', () => {
  test('validates each line', () => {
    const table =
      'Name;Unit;Template;Period;Tags;Location\nA;1;em3p;30;heat|north;Cellar\n;2\nC;300\nD;5\nE;5\nF;6;none\nG;7;;0\nH;3\n'
    const { rows } = rowsOfTable(table, known)
    assert.deepEqual(shown(rows), [
      '2 A 1 fine',
      '3  2 name',
      '4 C 300 unit',
      '5 D 5 unit-twice',
      '6 E 5 unit-twice',
      '7 F 6 template',
      '8 G 7 period',
      '9 H 3 unit-taken',
    ])
    assert.partialDeepStrictEqual(rows[0], { tags: ['heat', 'north'], location: 'Cellar', periodSec: 30 })
  })
  test('headings in other languages', () => {
    assert.deepEqual(shown(rowsOfTable('Назва,Адреса\nЛічильник,7', known).rows), ['2 Лічильник 7 fine'])
  })
  test('rejects text without columns', () => {
    assert.equal(rowsOfTable('just words', known).problem, 'columns')
    assert.deepEqual(rowsOfTable('', known), { rows: [], problem: null })
    assert.equal(rowsOfTable(`name,unit\n${'A,1\n'.repeat(201)}`, known).problem, 'many')
  })
  test('any text is read, and what is fine can be sent', () => {
    const cell = fc.oneof(fc.string({ maxLength: 8 }), fc.integer().map(String))
    const table = fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 6 })
    fc.assert(
      fc.property(table, (lines) => {
        const text = ['name,unit,template,period', ...lines.map((line) => line.join(','))].join('\n')
        for (const { problem, unit, name } of rowsOfTable(text, known).rows) {
          if (problem === null) assert.ok(unit >= 0 && unit <= 255 && name.trim() !== '')
        }
      }),
    )
  })
})
