import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { noise, seedOf, uniform } from '../../random.ts'
import { dayMs, hourMs, installedMs, localDay } from './clock.ts'
import { type Curve, countAt, counterOf, household, integralAt, setRate, steady, valueAt, workshop } from './curves.ts'
import { energyBefore, energyTo, faultOf, powerAt, type SolarPanels, skyOf, sunPart } from './production.ts'

const instant = fc.integer({ min: installedMs, max: installedMs + 5000 * dayMs })
const curve: fc.Arbitrary<Curve> = fc.record({
  base: fc.constantFrom(1, 1000),
  seed: fc.nat(),
  shape: fc.constantFrom(household, workshop, steady),
})

/** The integral in units x hours, the slow way. */
function summed(from: number, to: number, valueOf: (now: number) => number): number {
  const steps = 2000
  const step = (to - from) / steps
  let sum = 0
  for (let n = 0; n < steps; n++) sum += valueOf(from + (n + 0.5) * step)
  return (sum * step) / hourMs
}

test('a load is never negative, and its integral is that of what it shows', () => {
  fc.assert(
    fc.property(curve, instant, (load, from) => {
      const to = from + 2 * hourMs
      const wanted = summed(from, to, (now) => valueAt(load, now))
      const got = integralAt(load, to) - integralAt(load, from)
      assert.ok(valueAt(load, from) > 0)
      assert.ok(Math.abs(got - wanted) < 1e-4 * wanted, `${got} is not ${wanted}`)
    }),
    { numRuns: 30 },
  )
})

test('a counter keeps its count when its rate changes', () => {
  const counter = counterOf(500, 100)
  assert.equal(countAt(counter, 130), 530)
  setRate(counter, 130, 0)
  assert.equal(countAt(counter, 200), 530)
  setRate(counter, 200, 0.5)
  assert.equal(countAt(counter, 220), 540)
})

const panels = (seed: number): SolarPanels => ({ sky: skyOf(seed), peak: 10_000 })
const firstDay = localDay(installedMs)

test("a day's solar energy is the integral of its power, with and without a fault", () => {
  for (const day of [19_900, 19_901, 19_902, 20_085, 20_270]) {
    const plant = panels(77)
    const noon = day * dayMs + 10 * hourMs
    assert.equal(localDay(noon), day)
    const wanted = summed(noon - 6 * hourMs, noon, (now) => powerAt(plant, day, sunPart(day, now)))
    const got = energyTo(plant, noon) - energyTo(plant, noon - 6 * hourMs)
    assert.ok(Math.abs(got - wanted) < 2e-3 * wanted, `${got} is not ${wanted} on day ${day}`)
  }
})

test('solar energy is the same whatever was asked before', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.array(fc.integer({ min: firstDay - 3, max: firstDay + 900 }), { maxLength: 4 }),
      (seed, days) => {
        const usedPanels = panels(seed)
        for (const day of days) energyBefore(usedPanels, day)
        assert.equal(energyBefore(usedPanels, firstDay + 400), energyBefore(panels(seed), firstDay + 400))
      },
    ),
    { numRuns: 20 },
  )
})

test('a fault comes every third day and within the daylight', () => {
  const faults = Array.from({ length: 30 }, (_, n) => faultOf(5, 20_000 + n)).filter((fault) => fault !== null)
  assert.equal(faults.length, 10)
  for (const { from, to } of faults) assert.ok(from > 0 && from < to && to < 1)
})

test('chance is even, smooth and the same every time', () => {
  assert.equal(seedOf('plant 1'), seedOf('plant 1'))
  assert.notEqual(seedOf('plant 1'), seedOf('plant 2'))
  const many = Array.from({ length: 10_000 }, (_, n) => uniform(3, n))
  const mean = many.reduce((sum, value) => sum + value, 0) / many.length
  assert.ok(Math.abs(mean - 0.5) < 0.02)
  for (let t = 0; t < 50; t += 0.01) assert.ok(Math.abs(noise(9, t + 0.01) - noise(9, t)) < 0.04)
})
