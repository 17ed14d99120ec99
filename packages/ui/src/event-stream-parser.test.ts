import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventStreamParser } from './event-stream-parser.ts'

for (const [says, text, events] of [
  ['an event', 'id: b1-1\nevent: readings\ndata: {"a":1}\n\n', [['b1-1', 'readings', '{"a":1}']]],
  ['no space after the colon', 'event:x\ndata:1\n\n', [[null, 'x', '1']]],
  ['data of several lines', 'event: x\ndata: 1\ndata: 2\n\n', [[null, 'x', '1\n2']]],
  ['lines that end as on Windows', 'event: x\r\ndata: 1\r\n\r\n', [[null, 'x', '1']]],
  ['an id alone, beside what a browser is told', 'retry: 3000\nid: b1-0\n\n', [['b1-0', '', '']]],
  ['a comment, which is a heartbeat', ': \n\n', []],
  [
    "a comment with the server's time",
    ': time 2026-11-14T00:00:00.000Z\n\n',
    [[null, 'time', '2026-11-14T00:00:00.000Z']],
  ],
  ['one that has not ended', 'event: x\ndata: 1\n', []],
  [
    'two at once',
    'event: x\n\nevent: y\n\n',
    [
      [null, 'x', ''],
      [null, 'y', ''],
    ],
  ],
] as const) {
  test(`${says}, in pieces and in one`, () => {
    const lines = new EventStreamParser()
    const inPieces = Array.from(text).flatMap((char) => lines.take(char))
    for (const found of [inPieces, new EventStreamParser().take(text)])
      assert.deepEqual(
        found.map(({ id, name, data }) => [id, name, data]),
        events,
      )
  })
}

test('an event that does not end is refused', () => {
  assert.throws(() => new EventStreamParser().take('x'.repeat(5_000_000)), /too long/)
})
