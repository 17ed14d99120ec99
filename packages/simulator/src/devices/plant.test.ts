import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registerCount } from '@busbar/modbus'
import { type ParamTemplate, templates } from '@busbar/templates'
import * as fc from 'fast-check'
import { createDevice, type SimulatedDevice, simulatedSkus } from './device.ts'
import { dayMs, installedMs } from './processes/clock.ts'
import { make, start, unlock, wordsOf, writeText } from './testing/device.ts'

const paramsOf = (sku: string): readonly ParamTemplate[] => templates().get(sku)?.paramTemplates ?? []

/** Everything a device has, register by register. */
function dump(device: SimulatedDevice): string {
  return paramsOf(device.sku)
    .map((param) => [...wordsOf(device, param)].join(' '))
    .join(', ')
}

const counters: Record<string, string[]> = {
  em1p: ['E', 'EQ'],
  em3p: ['E', 'EQ', 'E1', 'E2', 'E3', 'E_precise'],
  rpm416: ['trips', 'last_trip'],
  thermo: ['heater_hours', 'heater_starts'],
  pump: ['E', 'hours', 'starts', 'volume'],
  inverter: ['E_total'],
  weather: ['rain_total'],
}

const alarms: Record<string, string[]> = {
  em1p: ['over_limit'],
  em3p: ['over_limit'],
  em130: ['relay'],
  rpm416: ['alarm'],
  thermo: ['low'],
  pump: ['alarm'],
  inverter: ['alarm'],
  weather: ['raining', 'storm'],
}

for (const sku of simulatedSkus) {
  test(`${sku}: the same seed and time give the same registers, another seed gives others`, () => {
    assert.equal(dump(make(sku).device), dump(make(sku).device))
    const others = new Set([1, 2, 3, 4, 5, 6].map((seed) => dump(make(sku, seed).device)))
    assert.ok(others.size > 1)
  })

  test(`${sku}: reading changes nothing`, () => {
    const { device, clock } = make(sku)
    const first = dump(device)
    clock.now += 40 * dayMs
    dump(device)
    clock.now = start
    assert.equal(dump(device), first)
  })

  test(`${sku}: every parameter is readable and within its bounds at any time`, () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: installedMs - dayMs, max: installedMs + 5000 * dayMs }), (seed, now) => {
        const device = createDevice({ sku, seed, time: () => now })
        for (const { label, min = -Infinity, max = Infinity, valueType, enum: known } of paramsOf(sku)) {
          const value = device.value(label)
          if (valueType === 'string') continue
          assert.ok(Number(value) >= Number(min) && Number(value) <= Number(max), `${label} ${value}`)
          if (known) assert.ok(value in known, `${label} ${value}`)
        }
      }),
      { numRuns: 25 },
    )
  })

  test(`${sku}: every programmable parameter can be written and read back, and its neighbours stay`, () => {
    const { device } = make(sku)
    unlock(device)
    for (const param of paramsOf(sku)) {
      if (!param.isProgrammable || param.label === 'command') continue
      for (const text of samples(param)) {
        const before = paramsOf(sku).filter((other) => other.isProgrammable && other.label !== param.label)
        const old = before.map(({ label }) => device.value(label))
        assert.equal(writeText(device, param, text), undefined, `${param.label} ${text}`)
        assert.equal(device.value(param.label), text)
        assert.deepEqual(
          before.map(({ label }) => device.value(label)),
          old,
          `${param.label} ${text}`,
        )
      }
    }
  })

  test(`${sku}: what must not be written is refused and nothing changes`, () => {
    const { device } = make(sku)
    unlock(device)
    const before = dump(device)
    for (const param of paramsOf(sku)) {
      const { registerKind: kind, address, isProgrammable } = param
      if (kind !== 'holding' && kind !== 'coil') continue
      if (!isProgrammable) assert.equal(device.write(kind, address, [1]), 2, param.label)
      else if (param.max !== undefined && registerCount(param) === 1) {
        assert.equal(device.write(kind, address, [param.valueType === 's16' ? 0x7fff : 0xffff]), 3, param.label)
      }
    }
    assert.equal(dump(device), before)
  })

  test(`${sku}: counters never fall, however time runs`, () => {
    const labels = counters[sku] ?? []
    const steps = fc.array(fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 60 * dayMs })), {
      minLength: 2,
      maxLength: 12,
    })
    fc.assert(
      fc.property(fc.nat(), steps, (seed, elapsed) => {
        const { device, clock } = make(sku, seed)
        let last = labels.map((label) => Number(device.value(label)))
        for (const ms of elapsed) {
          clock.now += ms
          const next = labels.map((label) => Number(device.value(label)))
          for (const [n, value] of next.entries()) assert.ok(value >= (last[n] ?? 0), `${labels[n]} after ${ms} ms`)
          last = next
        }
      }),
      { numRuns: 25 },
    )
  })

  for (const label of alarms[sku] ?? []) {
    test(`${sku}: ${label} comes and goes within a week`, () => {
      for (const seed of [1, 2, 3]) {
        const { device, clock } = make(sku, seed)
        if (sku === 'pump') device.write('coil', 0, [1])
        const seen = new Set<string>()
        for (; clock.now < start + 7 * dayMs; clock.now += 120_000) seen.add(device.value(label))
        assert.deepEqual([...seen].toSorted(), ['0', '1'], `seed ${seed}`)
      }
    })
  }
}

/** Values that a parameter may have: its bounds, or a few that its type holds. */
function samples({ valueType, min, max, enum: known }: ParamTemplate): string[] {
  if (known) return Object.keys(known)
  if (min !== undefined && max !== undefined) return [String(min), String(max)]
  if (valueType === 'string') return ['Насос 1', '']
  return valueType === 'unixtime' ? ['1800000000', '0'] : ['0', '1']
}
