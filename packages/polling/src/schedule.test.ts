import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { freeSlots, phaseOf } from './phase.rules.ts'
import { type PeriodicEntry, Schedule } from './schedule.ts'

const daySec = 86_400
const startMs = Date.UTC(2026, 4, 4, 12)

const turn = (periodSec: number, phase: number): PeriodicEntry => ({
  periodMs: periodSec * 1000,
  phase,
  dueMs: 0,
  at: -1,
})

const setUp = (monotonicMs = 123_456.789) => {
  const clock = new VirtualClock(monotonicMs)
  const bornMs = clock.now()
  /** Time that passes while the machine is suspended. */
  const asleep = { ms: 0 }
  const heard: { turn: PeriodicEntry; atMs: number; lateMs: number; missed: number }[] = []
  const schedule = new Schedule<PeriodicEntry>({
    clock: { now: () => clock.now() + asleep.ms, after: (delayMs, act) => clock.after(delayMs, act) },
    now: () => new Date(startMs + clock.now() - bornMs),
    onDue: (due, lateMs, missed) => heard.push({ turn: due, atMs: clock.now() - bornMs, lateMs, missed }),
  })
  schedule.start()
  return { clock, schedule, heard, asleep }
}

test('all entries are due to the millisecond for a whole day', () => {
  const { clock, schedule, heard } = setUp()
  const turns = [turn(10, 0.25), turn(10, 0.5), turn(60, 0.3), turn(7, 0.123_456), turn(86_400, 0.9)]
  for (const one of turns) schedule.add(one, false)
  clock.advance(daySec * 1000)
  for (const one of turns) {
    const times = heard.filter((due) => due.turn === one).map(({ atMs }) => atMs)
    const phaseMs = Math.floor(one.phase * one.periodMs)
    const first = (phaseMs - (startMs % one.periodMs) + one.periodMs) % one.periodMs
    assert.equal(times.length, Math.ceil((daySec * 1000 - first) / one.periodMs))
    // The clocks differ by fractions that a double cannot hold exactly.
    for (const [k, atMs] of times.entries()) assert.ok(Math.abs(atMs - first - k * one.periodMs) < 1e-3)
  }
  assert.ok(heard.every(({ lateMs, missed }) => lateMs < 1e-3 && missed === 0))
})

test('a restart changes no due time', () => {
  const [before, after] = [setUp(17.25), setUp(99_999.5)].map(({ clock, schedule, heard }) => {
    schedule.add(turn(10, 0.37), false)
    clock.advance(60_000)
    return heard.map(({ atMs }) => Math.round(atMs))
  })
  assert.equal(before?.length, 6)
  assert.deepEqual(after, before)
})

test('a new entry is due soon, and on the grid afterwards', () => {
  const { clock, schedule, heard } = setUp(0)
  const [hourly, quick] = [turn(3600, 0.5), turn(10, 0.5)]
  schedule.add(hourly, true)
  schedule.add(quick, true)
  clock.advance(2 * 3600 * 1000)
  const times = (of: PeriodicEntry): number[] => heard.filter((due) => due.turn === of).map(({ atMs }) => atMs)
  assert.deepEqual(times(hourly), [5_000, 1_800_000, 5_400_000])
  assert.deepEqual(times(quick).slice(0, 2), [5_000, 15_000])
})

test('missed due times are counted, not repeated', () => {
  const { clock, schedule, heard, asleep } = setUp(0)
  const one = turn(10, 0)
  schedule.add(one, false)
  clock.advance(10_000)
  asleep.ms = 34_000
  clock.advance(10_000)
  assert.deepEqual(
    heard.map(({ lateMs, missed }) => ({ lateMs, missed })),
    [
      { lateMs: 0, missed: 0 },
      { lateMs: 0, missed: 0 },
      { lateMs: 4_000, missed: 3 },
    ],
  )
  assert.equal(schedule.nextMs(one, 0), 60_000)
})

test('a removed entry is not due any more, a changed one is due in its new period', () => {
  const { clock, schedule, heard } = setUp(0)
  const [gone, changed] = [turn(10, 0.1), turn(3600, 0.2)]
  schedule.add(gone, false)
  schedule.add(changed, false)
  schedule.remove(gone)
  changed.periodMs = 10_000
  schedule.changed(changed)
  clock.advance(20_000)
  assert.deepEqual(
    heard.map(({ atMs }) => atMs),
    [2_000, 12_000],
  )
  schedule.stop()
  clock.advance(60_000)
  assert.equal(heard.length, 2)
  assert.equal(clock.pending, 0)
})

test('networks, and the devices of one, are spread evenly over the period', () => {
  const rows: [name: string, phases: number[]][] = [
    ['5000 networks of one device', Array.from({ length: 5000 }, (_, i) => phaseOf(i + 1, 0))],
    ['100 networks of 30 devices', Array.from({ length: 3000 }, (_, i) => phaseOf(700 + Math.floor(i / 30), i % 30))],
    ['one network of 200 devices', Array.from({ length: 200 }, (_, i) => phaseOf(42, i))],
    ['one network of 5 devices', Array.from({ length: 5 }, (_, i) => phaseOf(42, i))],
  ]
  for (const [name, phases] of rows) {
    const parts = Math.min(100, phases.length)
    const counts = Array.from({ length: parts }, () => 0)
    for (const phase of phases) counts[Math.floor(phase * parts)] = (counts[Math.floor(phase * parts)] ?? 0) + 1
    const mean = phases.length / parts
    assert.ok(Math.max(...counts) <= Math.ceil(1.5 * mean) + 1, `${name}: ${Math.max(...counts)} of ${mean}`)
    const sorted = phases.toSorted((a, b) => a - b)
    const gaps = sorted.map((phase, i) => (sorted[i + 1] ?? (sorted[0] ?? 0) + 1) - phase)
    if (phases.length <= 200) assert.ok(Math.min(...gaps) > 0.49 / phases.length, name)
  }
})

test('free slots are the lowest ones', () => {
  assert.deepEqual(
    freeSlots(new Set([0, 2, 3]))
      .take(3)
      .toArray(),
    [1, 4, 5],
  )
})
