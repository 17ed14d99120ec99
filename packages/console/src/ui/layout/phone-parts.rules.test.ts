import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Column } from './columns.ts'
import { phoneParts } from './phone-parts.rules.ts'

const column = (id: string, more: Partial<Column<object>> = {}): Column<object> => ({
  id,
  title: id,
  cell: () => id,
  ...more,
})

const rows: readonly [name: string, columns: readonly Column<object>[], parts: string][] = [
  ['the first is the title, others are details', [column('a'), column('b')], 'a||||b'],
  ['numbers are the value', [column('a'), column('b'), column('n', { align: 'right' })], 'a|n|||b'],
  ['what phones leave out is left out', [column('a'), column('b', { from: 'tablet' })], 'a||||'],
  [
    'what is said wins',
    [
      column('m', { phone: 'mark' }),
      column('a', { phone: 'title' }),
      column('n', { align: 'right', from: 'desktop', phone: 'value' }),
      column('o', { align: 'right' }),
      column('x', { phone: 'action' }),
      column('z', { phone: 'none' }),
    ],
    'a|n|m|x|o',
  ],
]

for (const [name, columns, expected] of rows) {
  test(name, () => {
    const { title, value, mark, action, details } = phoneParts(columns)
    const shown = [title, value, mark, action].map((one) => one?.id ?? '')
    assert.equal([...shown, details.map(({ id }) => id).join()].join('|'), expected)
  })
}
