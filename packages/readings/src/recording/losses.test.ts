import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDataFault, isMissingPartition, isMissingReference, Losses, reasonOf } from './losses.ts'
import { type QueuedPoll, queuedPoll, validPoll } from './queue.ts'

const beganOn = Date.UTC(2026, 2, 1, 12)
const pollOf = (onMs: number, values: (number | null)[], errors: string | Map<number, string> | null = null) => ({
  orgId: 1,
  deviceId: 7,
  readOn: beganOn + onMs,
  params: [],
  values,
  texts: null,
  errors,
})

const waiting = (onMs: number, values: (number | null)[]): QueuedPoll => queuedPoll(pollOf(onMs, values), null)

test('losses are counted, logged when they begin, and summed up when they end', () => {
  const logged: [string, object][] = []
  const log = {
    error: (details: object, message: string) => void logged.push([message, details]),
    info: () => assert.fail('a loss is an error'),
  }
  const losses = new Losses(log)
  losses.close()
  assert.deepEqual(logged, [])
  losses.add([waiting(5000, [1, 2]), waiting(1000, [1, null])], 'OutageBufferFull')
  losses.add([waiting(9000, [1, 2, 3])], 'OutageBufferFull')
  assert.deepEqual(logged.splice(0), [
    ['readings are being lost', { why: 'the buffer is full because the database is unavailable' }],
  ])
  losses.close()
  losses.close()
  const sum = { polls: 3, readings: 6, from: '2026-03-01T12:00:01.000Z', till: '2026-03-01T12:00:09.000Z' }
  assert.deepEqual(logged.splice(0), [['readings were lost', sum]])
  const err = new Error('no')
  losses.refuse(waiting(0, [1]), err)
  const refused = { err, orgId: 1, deviceId: 7, readOn: '2026-03-01T12:00:00.000Z' }
  assert.deepEqual(logged.splice(0), [['a poll was refused and is lost', refused]])
  losses.add([waiting(0, [1])], 'ServiceStopped')
  losses.close()
  assert.deepEqual([logged.length, losses.polls, losses.readings], [2, 5, 8])
})

test('numbers that are none are gaps with their reason; what was a gap keeps its own', () => {
  const whole = pollOf(0, [1, null, -0.5], 'Timeout')
  assert.equal(validPoll(whole), whole)
  const rows: [values: (number | null)[], errors: string | Map<number, string> | null, found: [number, string][]][] = [
    [[Number.NaN, 1], null, [[0, 'not-a-number']]],
    [
      [Infinity, -Infinity, 2],
      null,
      [
        [0, 'infinite'],
        [1, 'infinite'],
      ],
    ],
    [
      [null, Number.NaN, 3],
      'Timeout',
      [
        [0, 'Timeout'],
        [1, 'not-a-number'],
      ],
    ],
    [
      [null, Number.NaN, 3],
      new Map([[0, 'Crc']]),
      [
        [0, 'Crc'],
        [1, 'not-a-number'],
      ],
    ],
  ]
  for (const [values, errors, found] of rows) {
    const { values: sound, errors: reasons } = validPoll(pollOf(0, values, errors))
    assert.deepEqual(
      sound,
      values.map((value) => (Number.isFinite(value) ? value : null)),
    )
    assert.deepEqual(reasons, new Map(found))
  }
})

test('which errors the data is to blame for', () => {
  const rows: [error: unknown, isOfData: boolean][] = [
    [{ code: '22P02' }, true],
    [{ code: '23505' }, true],
    [{ code: '54000' }, true],
    [{ code: 'UNDEFINED_VALUE' }, true],
    [new TypeError('a bug'), true],
    [null, true],
    [{ code: 5 }, true],
    [{ code: '53100' }, false],
    [{ code: '42501' }, false],
    [{ code: '223' }, false],
    [{ code: 'CONNECTION_CLOSED' }, false],
  ]
  for (const [error, isOfData] of rows) assert.equal(isDataFault(error), isOfData, JSON.stringify(error))
  assert.deepEqual([{ code: '23503' }, { code: '23505' }].map(isMissingReference), [true, false])
  const partitions = [
    { code: '23514', routine: 'ExecFindPartition' },
    { code: '23514', routine: 'ExecConstraints' },
    { code: '23505', routine: 'ExecFindPartition' },
  ]
  assert.deepEqual(partitions.map(isMissingPartition), [true, false, false])
  assert.deepEqual([new Error('away'), { code: '53100' }, 'odd'].map(reasonOf), ['away', '53100', 'odd'])
})
