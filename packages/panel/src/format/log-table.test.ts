import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logTable } from './log-table.ts'

test('a log with names, and a value that is missing', () => {
  const { names, times, columns } = logTable(
    'time;level;run\r\n2026-11-16T12:00:00.000;2841;1\r\n2026-11-16T12:00:01.000;;0\r\n',
  )
  assert.deepEqual(names, ['level', 'run'])
  assert.equal((times[1] ?? 0) - (times[0] ?? 0), 1000)
  assert.deepEqual(columns, [
    [2841, null],
    [1, 0],
  ])
})

for (const [separator, says] of [
  [',', 'commas'],
  ['\t', 'tabs'],
] as const) {
  test(`without names, divided by ${says}`, () => {
    const { names, columns } = logTable(['2026-11-16T12:00:00.000', '7', '1.5'].join(separator))
    assert.deepEqual(
      [names, columns],
      [
        ['1', '2'],
        [[7], [1.5]],
      ],
    )
  })
}

test('an empty one has nothing', () => assert.deepEqual(logTable(''), { names: [], times: [], columns: [] }))

test('a text that holds the separator leaves the numbers behind it in their columns', () => {
  const { columns } = logTable('time;n;v\r\n2026-11-16T12:00:00.000;"a;""b""";7\r\n')
  assert.deepEqual(columns, [[null], [7]])
})
