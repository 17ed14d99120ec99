import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoardAnswer } from './board.ts'
import { BoardValues } from './board-values.ts'

const at = (second: number): string => new Date(Date.UTC(2026, 10, 14, 0, 0, second)).toISOString()

const answer = (readOn: string, value: string): BoardAnswer => ({
  values: [7, 8].map((paramId) => ({
    paramId,
    ...(paramId === 8 && { key: 'p8' }),
    name: `P${paramId}`,
    valueType: 'u16',
    multiplier: '1',
    shift: '0',
    isTracked: true,
    isProgrammable: false,
    deviceId: paramId === 7 ? 1 : 2,
    value,
    readOn,
  })),
  devices: [1, 2].map((deviceId) => ({
    deviceId,
    name: `D${deviceId}`,
    modbusUnitId: deviceId,
    state: 'ok' as const,
    updatePeriodSec: 2,
    netId: 3,
    netName: 'N',
  })),
  alarms: [],
  missing: [],
})

test('updates only the values of the device that was read', () => {
  const values = new BoardValues()
  values.load(answer(at(0), '1'))
  const other = values.of({ key: 'p8' })
  let calls = 0
  values.subscribe(() => {
    calls += 1
  })
  assert.equal(values.take([{ kind: 'readings', deviceId: 1, readOn: at(2), values: { 7: '2' } }]), false)
  assert.deepEqual(values.of({ paramId: 7 })?.state, { value: '2', readOn: at(2) })
  assert.equal(values.of({ key: 'p8' }), other, 'the same object: it is not drawn again')
  assert.equal(values.of({ paramId: 8 }), other)
  assert.equal(calls, 1)
  values.take([{ kind: 'readings', deviceId: 9, readOn: at(3), values: { 7: '5' } }])
  assert.equal(calls, 1, 'a device that is not shown tells nobody')
})

test('a failure keeps the value and its time, and an answer that is older than what was heard changes nothing', () => {
  const values = new BoardValues()
  values.load(answer(at(0), '1'))
  values.take([{ kind: 'readings', deviceId: 1, readOn: at(4), values: {}, error: 'Timeout' }])
  const failed = values.of({ paramId: 7 })
  assert.deepEqual(failed?.state, { value: '1', readOn: at(0), error: { reason: 'Timeout', on: at(4) } })
  assert.equal(failed.device?.trouble?.kind, 'no-answer')
  values.load(answer(at(2), '3'))
  assert.equal(values.of({ paramId: 7 })?.state.value, '1')
  values.take([{ kind: 'readings', deviceId: 1, readOn: at(6), values: { 7: '9' } }])
  assert.deepEqual(values.of({ paramId: 7 })?.state, { value: '9', readOn: at(6) })
  assert.equal(values.of({ paramId: 7 })?.device?.trouble, undefined)
})

test('requests what only the service can compute', () => {
  const values = new BoardValues()
  values.load(answer(at(0), '1'))
  assert.equal(values.take([{ kind: 'connection', netId: 3, connected: false, on: at(1) }]), true)
  assert.equal(values.take([{ kind: 'connection', netId: 4, connected: false, on: at(1) }]), false)
  assert.equal(values.take([{ kind: 'reset' }]), true)
})

test('notifies many widgets over several frames, each once with the newest value', () => {
  const frames: (() => void)[] = []
  const values = new BoardValues((act) => frames.push(act))
  values.load(answer(at(0), '1'))
  const calls = Array.from({ length: 50 }, () => 0)
  const leave = calls.map((_, i) => values.subscribe(() => void (calls[i] = (calls[i] ?? 0) + 1)))
  const counts = (): number[] => [0, 1, 2].map((times) => calls.filter((one) => one === times).length)
  values.load(answer(at(1), '2'))
  assert.deepEqual(counts(), [30, 20, 0])
  leave[49]?.()
  values.load(answer(at(2), '3'))
  while (frames.length > 0) frames.shift()?.()
  assert.deepEqual([counts(), values.of({ paramId: 7 })?.state.value], [[1, 29, 20], '3'])
})
