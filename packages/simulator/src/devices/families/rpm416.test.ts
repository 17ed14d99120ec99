import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '../processes/clock.ts'
import { make } from '../testing/device.ts'

type Plant = ReturnType<typeof make>

/** Lets time run until a parameter shows a value; a week at most. */
function until({ clock, shows }: Plant, label: string, value: number, stepMs = 1000): void {
  for (const end = clock.now + 7 * dayMs; clock.now < end; clock.now += stepMs) if (shows(label) === value) return
  assert.fail(`${label} is never ${value}`)
}

test('a sag trips the relay after its delay and it recloses after its time', () => {
  const plant = make('rpm416', 3)
  const { clock, shows, set } = plant
  set('reclose_time', 120)
  const before = shows('trips')
  until(plant, 'alarm', 1)
  const trippedMs = clock.now
  assert.equal(shows('trips'), before + 1)
  assert.ok(Math.abs(shows('last_trip') - trippedMs / 1000) <= 1)
  assert.deepEqual([shows('closed'), shows('I1'), shows('P_total')], [0, 0, 0])
  assert.equal(shows('trip') & 0b10_0000, 0b10_0000)
  assert.equal(shows('trip') & 0b1111, 1 << (shows('last_cause') - 1))
  const recloseSec = shows('reclose_in')
  clock.now += 1000 * recloseSec - 1000
  assert.equal(shows('closed'), 0)
  clock.now += 1001
  assert.deepEqual([shows('closed'), shows('alarm'), shows('reclose_in')], [1, 0, 0])
  assert.ok(clock.now - trippedMs >= 120_000)
})

/** Trips a day under some settings. */
function tripsWith(settings: Record<string, number>): number {
  const { clock, shows, set } = make('rpm416', 5)
  for (const [label, value] of Object.entries(settings)) set(label, value)
  const before = shows('trips')
  clock.now += 28 * dayMs
  return (shows('trips') - before) / 28
}

test('a few trips a day, fewer with wider thresholds', () => {
  const usual = tripsWith({})
  const wide = tripsWith({ U_min: 140, U_max: 300, watch_asymmetry: 0 })
  assert.ok(usual > 1.5 && usual < 4, `${usual}`)
  assert.ok(wide > 0 && wide < usual / 2, `${wide}`)
})

test('counting all at once is counting one by one, for every cause', () => {
  const causes = new Set<number>()
  for (const seed of [8, 9, 10]) {
    const { clock, shows, set } = make('rpm416', seed)
    set('brightness', 1)
    const before = shows('trips')
    let seen = 0
    let alarm = 0
    for (const end = clock.now + 4 * dayMs; clock.now < end; clock.now += 30_000) {
      const next = shows('alarm')
      if (next > alarm) seen++
      if (next > alarm) causes.add(shows('last_cause'))
      alarm = next
    }
    assert.equal(shows('trips') - before, seen)
  }
  assert.deepEqual(
    [...causes].toSorted((a, b) => a - b),
    [1, 2, 3, 4],
  )
})

test('without auto-reclosing, the first trip stays until it is reset', () => {
  const plant = make('rpm416', 3)
  const { clock, shows, set } = plant
  set('auto_reclose', 0)
  const before = shows('trips')
  until(plant, 'alarm', 1)
  const trippedAt = shows('last_trip')
  clock.now += 9 * dayMs
  set('brightness', 3)
  clock.now += 9 * dayMs
  assert.deepEqual([shows('closed'), shows('trips'), shows('last_trip')], [0, before + 1, trippedAt])
  assert.equal(shows('trip') & 0b1_0000, 0b1_0000)
  set('enable', 1)
  assert.deepEqual([shows('closed'), shows('trips')], [1, before + 1])
})

test('thresholds that the quiet supply passes trip at once, and once', () => {
  const { clock, shows, set } = make('rpm416', 3)
  const before = shows('trips')
  set('U_max', 225)
  assert.deepEqual([shows('closed'), shows('last_cause'), shows('trips')], [0, 2, before + 1])
  clock.now += dayMs
  set('brightness', 2)
  assert.deepEqual([shows('closed'), shows('trips')], [0, before + 1])
  set('U_max', 260)
  assert.deepEqual([shows('closed'), shows('alarm')], [1, 0])
})

test('a load that is not enabled stays off', () => {
  const { shows, set } = make('rpm416', 3)
  set('enable', 0)
  assert.deepEqual([shows('closed'), shows('alarm'), shows('I1')], [0, 0, 0])
})
