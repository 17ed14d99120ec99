import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decimalOf, toText } from '@busbar/modbus/decimal'
import type { Poll } from '@busbar/readings'
import * as fc from 'fast-check'
import { evaluate } from '../../formula/evaluate.ts'
import { type Formula, paramsOf, parseFormula } from '../../formula/parse.ts'
import { type InputPlace, planDevices, type StoredComputed, sorted } from './computed-device.ts'
import { ComputedReadings } from './computed-readings.ts'

const orgId = 7
const parsed = (text: string): Formula => {
  const formula = parseFormula(text)
  assert.ok(!('error' in formula))
  return formula
}
const computed = (
  id: number,
  periodSec: number,
  formulas: Record<number, string>,
  precision: number | null = null,
) => ({
  orgId,
  id,
  netId: 1,
  periodSec,
  params: Object.entries(formulas).map(([paramId, text]) => ({
    id: Number(paramId),
    formula: parsed(text),
    precision,
  })),
})
/** Devices 1 to 9 have the parameters 10 to 19, 20 to 29 and so on. */
const placesOf = (devices: readonly StoredComputed[], periodSec = 60): Map<number, InputPlace> => {
  const field = Array.from({ length: 90 }, (_, at): [number, InputPlace] => [
    at + 10,
    { deviceId: Math.floor((at + 10) / 10), periodSec },
  ])
  const own = devices.flatMap((device) =>
    device.params.map(({ id }): [number, InputPlace] => [id, { deviceId: device.id, periodSec: device.periodSec }]),
  )
  return new Map([...field, ...own])
}
const readingsOf = (...devices: StoredComputed[]): ComputedReadings => {
  const readings = new ComputedReadings()
  readings.apply(orgId, planDevices(devices, placesOf(devices)))
  return readings
}
type PolledValue = number | string | { err: string }
const poll = (deviceId: number, sec: number, polledValues: Record<number, PolledValue>, org = orgId): Poll => {
  const all = Object.entries(polledValues)
  const pick = <T>(take: (value: PolledValue) => T | undefined): Map<number, T> =>
    new Map(
      all.flatMap(([, value], place) => {
        const taken = take(value)
        return taken === undefined ? [] : [[place, taken] as const]
      }),
    )
  return {
    orgId: org,
    deviceId,
    readOn: sec * 1000,
    params: all.map(([id]) => ({ id: Number(id), valueType: 'f64' })),
    values: all.map(([, value]) => (typeof value === 'object' ? null : Number(value))),
    texts: pick((value) => (typeof value === 'string' ? value : undefined)),
    errors: pick((value) => (typeof value === 'object' ? value.err : undefined)),
  }
}
/** `device at seconds: value, ...`, a gap as its reason. */
const shown = (polls: readonly Poll[]): string[] =>
  polls.map(({ deviceId, readOn, values, texts, errors }) => {
    const at = (place: number): string =>
      (typeof errors === 'string' ? errors : errors?.get(place)) ?? texts?.get(place) ?? String(values[place])
    return `${deviceId} at ${readOn / 1000}: ${values.map((_, place) => at(place)).join(', ')}`
  })

describe('computed readings', () => {
  test('come with the poll that has all inputs, at its time', () => {
    const readings = readingsOf(computed(101, 60, { 1001: '#10 * #11', 1002: '#10 / #11' }))
    assert.deepEqual(shown(readings.take(poll(1, 100, { 10: 0.1, 11: 3 }))), ['101 at 100: 0.3, 0.03333333333333333'])
    assert.deepEqual(shown(readings.take(poll(2, 101, { 20: 1 }))), [])
    assert.deepEqual(shown(readings.take(poll(1, 160, { 10: 1, 11: 2 }))), ['101 at 160: 2, 0.5'])
  })

  test('every digit of a counter is kept', () => {
    const readings = readingsOf(computed(101, 60, { 1001: '#10 + #11' }))
    const [made] = readings.take(poll(1, 100, { 10: '12345678901234567890', 11: '0.001' }))
    assert.deepEqual(shown(made ? [made] : []), ['101 at 100: 12345678901234567890.001'])
  })

  test('are rounded as their precision says', () => {
    const readings = readingsOf(computed(101, 60, { 1001: '#10 / 3' }, 2))
    assert.deepEqual(shown(readings.take(poll(1, 100, { 10: 2 }))), ['101 at 100: 0.67'])
  })

  test('a gap has the reason of the input, or its own', () => {
    const readings = readingsOf(
      computed(101, 60, { 1001: '#10 + #11', 1002: '1 / #11', 1003: '#10 ^ #11', 1004: '#11' }),
    )
    assert.deepEqual(shown(readings.take(poll(1, 100, { 10: { err: 'Timeout' }, 11: 0 }))), [
      '101 at 100: Timeout, DivisionByZero, Timeout, 0',
    ])
    assert.deepEqual(shown(readings.take(poll(1, 160, { 10: 2, 11: 0.5 }))), ['101 at 160: 2.5, 2, OutOfRange, 0.5'])
  })

  test('wait for all inputs after a start, up to a limit', () => {
    const readings = readingsOf(computed(101, 60, { 1001: '#10 + #20' }))
    assert.deepEqual(shown(readings.take(poll(1, 100, { 10: 1 }))), [])
    assert.deepEqual(shown(readings.take(poll(2, 130, { 20: 2 }))), ['101 at 130: 3'])
    const alone = readingsOf(computed(101, 60, { 1001: '#10 + #20' }))
    const made = [100, 160, 220].flatMap((sec) => shown(alone.take(poll(1, sec, { 10: 1 }))))
    assert.deepEqual(made, ['101 at 220: InputOld'])
  })

  test('an input that is no more is a gap of those that need it', () => {
    const device = computed(101, 60, { 1001: '#10 + #999999', 1002: '#10' })
    const readings = new ComputedReadings()
    const places = placesOf([device])
    readings.apply(orgId, planDevices([device], places))
    assert.deepEqual(shown(readings.take(poll(1, 100, { 10: 1 }))), ['101 at 100: InputGone, 1'])
  })

  test('an input that is not read any more is no part of a sum', () => {
    const readings = readingsOf(computed(101, 60, { 1001: '#10 + #20' }))
    readings.take(poll(1, 100, { 10: 1 }))
    readings.take(poll(2, 100, { 20: 2 }))
    const made = [160, 220].flatMap((sec) => shown(readings.take(poll(1, sec, { 10: 1 }))))
    assert.deepEqual(made, ['101 at 160: 3', '101 at 220: InputOld'])
  })

  test('no more often than the slowest input is read', () => {
    const device = computed(101, 1, { 1001: '#10 + #20' })
    const readings = new ComputedReadings()
    const places = placesOf([device], 5).set(20, { deviceId: 2, periodSec: 60 })
    readings.apply(orgId, planDevices([device], places))
    readings.take(poll(2, 0, { 20: 1 }))
    const made = Array.from({ length: 24 }, (_, turn) => shown(readings.take(poll(1, turn * 5, { 10: 1 })))).flat()
    assert.deepEqual(made, ['101 at 0: 2', '101 at 45: 2', '101 at 90: 2'])
  })

  test('a value that depends on another computed value follows it, within and across devices', () => {
    const readings = readingsOf(
      computed(102, 60, { 1011: '#1002 * 2 + #10' }),
      computed(101, 60, { 1001: '#1002 + 1', 1002: '#10 * 10' }),
    )
    assert.deepEqual(shown(readings.take(poll(1, 100, { 10: 1 }))), ['101 at 100: 11, 10', '102 at 100: 21'])
    assert.deepEqual(shown(readings.take(poll(1, 160, { 10: 2 }))), ['101 at 160: 21, 20', '102 at 160: 42'])
  })

  test('a clock that was set back does not stop them', () => {
    const readings = readingsOf(computed(101, 60, { 1001: '#10' }))
    const made = [10_000, 10_060, 400, 460].flatMap((sec) => shown(readings.take(poll(1, sec, { 10: sec }))))
    assert.deepEqual(made, ['101 at 10000: 10000', '101 at 10060: 10060', '101 at 400: 400', '101 at 460: 460'])
  })

  test('polls of another organization have no say', () => {
    const readings = readingsOf(computed(101, 60, { 1001: '#10' }))
    assert.deepEqual(readings.take(poll(1, 100, { 10: 1 }, 8)), [])
  })

  test('a changed formula speaks from the next poll on; a device that is gone is silent', () => {
    const readings = readingsOf(computed(101, 60, { 1001: '#10' }))
    assert.deepEqual(shown(readings.take(poll(1, 100, { 10: 1 }))), ['101 at 100: 1'])
    const changed = computed(101, 60, { 1001: '#10 + 1' })
    readings.apply(orgId, planDevices([changed], placesOf([changed])))
    assert.deepEqual(shown(readings.take(poll(1, 160, { 10: 1 }))), ['101 at 160: 2'])
    assert.deepEqual(readings.lastRunOf(101), { lastOn: 160_000, periodMs: 60_000, isEmpty: false })
    readings.apply(orgId, [])
    assert.deepEqual(readings.take(poll(1, 220, { 10: 1 })), [])
    assert.equal(readings.lastRunOf(101), undefined)
  })
})

/** Events of three inputs with different periods: read, failed, or not polled for a while. */
const events = fc
  .array(
    fc.record({
      device: fc.integer({ min: 1, max: 3 }),
      afterSec: fc.integer({ min: 0, max: 50 }),
      /** How long ago the poll began when it comes: slow ones come late. */
      lateSec: fc.integer({ min: 0, max: 10 }),
      value: fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: -9, max: 9 }) },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
    }),
    { maxLength: 60 },
  )
  .map((list) => {
    let sec = 1000
    return list.map(({ device, afterSec, lateSec, value }) => {
      sec += afterSec
      return { device, sec: sec - lateSec, value }
    })
  })

test('a value is made of the newest readings, none of them old, and has the time of the newest', () => {
  const formulas = ['#10 + #20', '#20 * #30 - #10', '#10 / #30', '#30']
  fc.assert(
    fc.property(events, fc.constantFrom(20, 60), (list, periodSec) => {
      const device = computed(101, periodSec, Object.fromEntries(formulas.map((text, at) => [1001 + at, text])))
      const readings = new ComputedReadings()
      readings.apply(orgId, planDevices([device], placesOf([device], periodSec)))
      const last = new Map<number, { sec: number; value: number | null }>()
      let before = -Infinity
      for (const { device: from, sec, value } of list) {
        last.set(from * 10, { sec, value })
        for (const made of readings.take(poll(from, sec, { [from * 10]: value ?? { err: 'Timeout' } }))) {
          const at = made.readOn / 1000
          const young = [...last.values()].filter((one) => Math.abs(one.sec - sec) <= periodSec * 1.5)
          assert.equal(at, Math.max(...young.map((one) => one.sec)))
          assert.ok(Math.abs(at - before) >= periodSec * 0.75)
          before = at
          for (const [place, { formula }] of device.params.entries()) {
            const inputs = paramsOf(formula).map((id) => last.get(id))
            const isWhole = inputs.every(
              (one) => one && one.value !== null && Math.abs(at - one.sec) <= periodSec * 1.5,
            )
            const result = evaluate(formula, (id) => decimalOf(last.get(id)?.value ?? 0))
            const expected = isWhole && 'value' in result ? Number(toText(result.value)) : null
            assert.equal(made.values[place], expected)
            assert.equal(typeof made.errors === 'object' && made.errors?.has(place) === true, expected === null)
          }
        }
      }
    }),
    { numRuns: 500 },
  )
})

test('an order has each after what it needs, and there is none for a circle', () => {
  const graph = fc.array(fc.array(fc.nat(9), { maxLength: 3 }), { minLength: 10, maxLength: 10 })
  fc.assert(
    fc.property(graph, (needs) => {
      const ids = [...needs.keys()]
      const order = sorted(ids, (id) => needs[id] ?? [])
      const reaches = (from: number, to: number, seen = new Set<number>()): boolean =>
        (needs[from] ?? []).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))))
      assert.equal(
        order === null,
        ids.some((id) => reaches(id, id)),
      )
      for (const id of order ?? []) {
        for (const need of needs[id] ?? []) assert.ok((order?.indexOf(need) ?? 0) < (order?.indexOf(id) ?? 0))
      }
    }),
  )
})
