import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { countNames, type Figures, noFigures } from './figures.ts'
import { slotsPerDay, UnitDay } from './unit-day.ts'

const first = 1_000_000

test('a day holds what was counted in its last 96 slots, whenever it was', () => {
  const counted = fc.record({
    ahead: fc.nat({ max: 150 }),
    name: fc.constantFrom(...countNames),
    ms: fc.nat({ max: 900 }),
  })
  fc.assert(
    fc.property(fc.array(counted, { maxLength: 60 }), (all) => {
      const day = new UnitDay(first)
      const model = new Map<number, Figures>()
      let newest = first
      for (const { ahead, name, ms } of all) {
        const slot = first + ahead
        newest = Math.max(newest, slot)
        if (slot <= newest - slotsPerDay) continue
        const own = model.get(slot) ?? noFigures()
        model.set(slot, own)
        own[name] += 1
        own.busyMs += ms
        own.answerMs += ms
        own.slowestMs = Math.max(own.slowestMs, ms, 1)
        own.fastestMs = own.fastestMs === 0 ? Math.max(ms, 1) : Math.min(own.fastestMs, Math.max(ms, 1))
        day.count(slot, name)
        day.addDuration(slot, ms, true)
      }
      for (let slot = newest - slotsPerDay + 1; slot <= newest; slot += 1)
        assert.deepEqual(day.at(slot), model.get(slot) ?? noFigures())
      assert.deepEqual(day.at(newest - slotsPerDay), noFigures())
      assert.deepEqual(day.at(newest + 1), noFigures())
    }),
  )
})

test('a clock that was set back by more than a day counts nothing', () => {
  const day = new UnitDay(first)
  day.count(first - slotsPerDay, 'requests')
  day.addDuration(first - slotsPerDay, 5, true)
  assert.equal(day.newest, first)
  assert.deepEqual(day.at(first), noFigures())
})

test('a count stays at the most that it can hold', () => {
  const day = new UnitDay(first)
  day.restore(first, { ...noFigures(), requests: 1_000_000 })
  day.count(first, 'requests')
  assert.equal(day.at(first).requests, 65_535)
})
