import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardSearch } from './board.rules.ts'

const fixed = { from: '2026-11-01T00:00:00Z', till: '2026-11-02T00:00:00Z' }

for (const [says, search, gives] of [
  ['nothing', {}, {}],
  ['a span of before', { span: 'week' }, { span: 604_800 }],
  ['seconds', { span: 3600 }, { span: 3600 }],
  ['of the calendar', { span: 'today', zone: 'org' }, { span: 'today', zone: 'org' }],
  ['between two moments', fixed, fixed],
  ['what makes no sense', { span: 'toString', device: -1, edit: 'yes' }, {}],
  ['a device, edited', { device: 7, edit: true }, { device: 7, edit: true }],
] as const) {
  test(`the address of a board: ${says}`, () => assert.deepEqual(boardSearch(search), gives))
}
