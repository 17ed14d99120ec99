import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { plainNumber } from '@busbar/kit'
import type { PolledParam } from '@busbar/polling'
import * as fc from 'fast-check'
import { aheadMaxMs, earliestOn } from '../clock/trusted-clock.ts'
import type { Poll } from '../poll.ts'
import { type LastReading, lastReadings } from './last-values.ts'
import { Recorder } from './recorder.ts'
import { placesOf } from './row-layout.ts'
import { addDevices, drained, type Fault, faulty, hastyClock, orgId, paramsOf } from './testing/recording.ts'

const deviceIds = [1, 2, 3]
const beganOn = Date.UTC(2026, 2, 1, 23, 59, 0)
const log = { error() {}, info() {} }

/** Sets of parameters that a device has in turn; the same arrays every time. */
const sets = new Map(
  deviceIds.map((id) => {
    const all = paramsOf(id, ['u16', 'f32', 'string', 's32', 'u64', 'f64'])
    return [id, [all, all.slice(0, 3), all.slice(3).toReversed(), all.slice(2, 3), [...all]]]
  }),
)

const numbers = {
  whole: fc.integer({ min: -40_000, max: 40_000 }),
  decimal: fc.integer({ min: -99_999, max: 99_999 }).map((digits) => digits / 100),
  single: fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
}
const number = fc.oneof(
  { weight: 6, arbitrary: numbers.whole },
  { weight: 3, arbitrary: numbers.decimal },
  { weight: 1, arbitrary: numbers.single },
  { weight: 1, arbitrary: numbers.double },
)
const reason = fc.constantFrom('timeout', 'crc', 'it said "no" \\ {null}, twice')

interface PlannedPoll {
  deviceId: number
  set: number
  /** After what the clock shows; most go forward, some back. */
  onMs: number
  cells: { number: number | null; text: string; digits: bigint | null; reason: string }[]
  failure: string | null
}

const plannedPoll: fc.Arbitrary<PlannedPoll> = fc.record({
  deviceId: fc.constantFrom(...deviceIds),
  set: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(4) }),
  onMs: fc.oneof(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: -90_000_000, max: 90_000_000 })),
  cells: fc.array(
    fc.record({
      number: fc.option(number, { freq: 8 }),
      text: fc.string({ unit: 'grapheme', maxLength: 8 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
      digits: fc.option(fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n })),
      reason,
    }),
    { minLength: 6, maxLength: 6 },
  ),
  failure: fc.option(reason, { freq: 3 }),
})

const fault: fc.Arbitrary<Fault | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom('refused' as const, 'unheard' as const) },
  { weight: 2, arbitrary: fc.record({ cutBefore: fc.integer({ min: 0, max: 5 }) }) },
)

const [minuteMs, dayMs, yearMs] = [60_000, 86_400_000, 31_557_600_000]
/** Steps of the wall clock. */
const clockStep = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: -10 * minuteMs, max: 10 * minuteMs }) },
  { weight: 1, arbitrary: fc.integer({ min: -40 * dayMs, max: 40 * dayMs }) },
  { weight: 1, arbitrary: fc.integer({ min: -80 * yearMs, max: 80 * yearMs }) },
)

const step = fc.record({
  clockMs: clockStep,
  polls: fc.array(plannedPoll, { minLength: 1, maxLength: 6 }),
  faults: fc.array(fault, { maxLength: 3 }),
  isRestarted: fc.boolean(),
})

/** A small limit makes two batches run at once. */
const flushReadings = fc.constantFrom(2000, 6)

const pollOf = ({ deviceId, set, onMs, cells, failure }: PlannedPoll, wallOn: number): Poll => {
  const params = sets.get(deviceId)?.[set] ?? []
  const texts = new Map<number, string>()
  const errors = new Map<number, string>()
  const values = params.map(({ valueType }, i) => {
    const cell = cells[i]
    if (cell === undefined || failure !== null) return null
    if (cell.number === null) errors.set(i, cell.reason)
    else if (valueType === 'string') texts.set(i, cell.text)
    else if (valueType !== 'u64' || cell.digits === null) return cell.number
    else {
      texts.set(i, String(cell.digits))
      return Number(cell.digits)
    }
    return null
  })
  const partial = errors.size === 0 ? null : errors
  return {
    orgId,
    deviceId,
    readOn: wallOn + onMs,
    params,
    values,
    texts: texts.size === 0 ? null : texts,
    errors: failure ?? partial,
  }
}

type Reading = [paramId: number, readOn: number, value: number | null, text: string | null]
type Failure = [deviceId: number, readOn: number, errors: object]

/** A wall clock that is read once per step, and a monotonic one that advances enough in between for it to settle. */
class Clocks {
  #monotonicMs = 0
  #setMs = 0
  #believedMs = 0
  readonly clock = { ...hastyClock, now: (): number => this.#monotonicMs }
  readonly now = (): Date => new Date(beganOn + this.#monotonicMs + this.#setMs)

  step(byMs: number): void {
    this.#monotonicMs += 20 * minuteMs
    this.#setMs += byMs
    if (Math.abs(this.#setMs - this.#believedMs) <= aheadMaxMs) this.#believedMs = this.#setMs
  }

  restart(): void {
    this.#believedMs = this.#setMs
  }

  isBelieved(readOn: number): boolean {
    const believedOn = beganOn + this.#monotonicMs + this.#believedMs
    return readOn >= earliestOn && readOn <= believedOn + aheadMaxMs
  }
}

/** The same rules, with plain lists. */
class Model {
  readonly readings: Reading[] = []
  readonly failures: Failure[] = []
  readonly aside: { readings: Reading[]; failures: Failure[] } = { readings: [], failures: [] }
  readonly #times = new Set<string>()
  readonly #last = new Map<number, LastReading['last']>()
  readonly #latest = new Map<number, { on: number; poll: Poll }>()

  record(poll: Poll, isBelieved: boolean): void {
    const { deviceId, params, values, texts, errors } = poll
    const { readings, failures } = isBelieved ? this : this.aside
    let on = Math.floor(poll.readOn / 100) * 100
    if (isBelieved) {
      while (this.#times.has(`${deviceId} ${on}`)) on += 100
      this.#times.add(`${deviceId} ${on}`)
    }
    params.forEach(({ id }, i) => {
      const [value, text] = [values[i] ?? null, texts?.get(i) ?? null]
      if (value === null && text === null) return
      readings.push([id, on, value, text])
      this.#last.set(id, { value: text ?? plainNumber(value ?? 0), number: value, readOn: on })
    })
    if (errors !== null) failures.push([deviceId, on, errorsById(poll)])
    this.#latest.set(deviceId, { on, poll })
  }

  last({ id }: PolledParam, deviceId: number): LastReading {
    const latest = this.#latest.get(deviceId)
    const why = latest && (errorsById(latest.poll)[id] ?? errorsById(latest.poll)[''])
    return {
      last: this.#last.get(id) ?? null,
      error: latest === undefined || why === undefined ? null : { reason: why, on: latest.on },
    }
  }
}

const errorsById = ({ params, errors }: Poll): Record<string, string> => {
  if (errors === null) return {}
  if (typeof errors === 'string') return { '': errors }
  return Object.fromEntries([...errors].map(([i, why]) => [String(params[i]?.id), why]))
}

/** Reads the database without the recorder. */
const stored = async (sql: Sql): Promise<{ readings: Reading[]; failures: Failure[] }> => {
  const exact = await sql<{ id: number; on: number; text: string }[]>`
    select param_id as id, (extract(epoch from read_on) * 1000)::bigint as on, text from exact`
  const texts = new Map(exact.map(({ id, on, text }) => [`${id} ${on}`, text]))
  const polls = await sql<StoredPoll[]>`
    select p.device_id as "deviceId", (extract(epoch from read_on) * 1000)::bigint as on, param_ids as "paramIds", cells, to_json(narrow) as narrow,
      to_json(wide) as wide, errors
    from poll p join layout y on y.org_id = p.org_id and y.id = p.layout_id and y.device_id = p.device_id`
  const { readings, failures } = readingsIn(polls, (_poll, id, on) => {
    const text = texts.get(`${id} ${on}`) ?? null
    texts.delete(`${id} ${on}`)
    return text
  })
  for (const [key, text] of texts) {
    const [id, on] = key.split(' ')
    readings.push([Number(id), Number(on), null, text])
  }
  return { readings, failures }
}

/** Reads the quarantined polls. */
const storedAside = async (sql: Sql): Promise<{ readings: Reading[]; failures: Failure[] }> => {
  const polls = await sql<(StoredPoll & { texts: Record<string, string> | null })[]>`
    select p.device_id as "deviceId", (extract(epoch from read_on) * 1000)::bigint as on, param_ids as "paramIds", cells, to_json(narrow) as narrow,
      to_json(wide) as wide, errors, texts
    from aside_poll p join layout y on y.org_id = p.org_id and y.id = p.layout_id and y.device_id = p.device_id order by p.id`
  const { readings, failures } = readingsIn(polls, ({ texts }, id) => texts?.[id] ?? null)
  for (const { on, texts } of polls) {
    for (const [id, text] of Object.entries(texts ?? {})) {
      if (readings.every((reading) => reading[0] !== Number(id) || reading[1] !== on || reading[3] !== text))
        readings.push([Number(id), on, null, text])
    }
  }
  return { readings, failures }
}

const readingsIn = <T extends StoredPoll>(
  polls: readonly T[],
  textOf: (poll: T, id: number, on: number) => string | null,
): { readings: Reading[]; failures: Failure[] } => {
  const readings: Reading[] = []
  const failures: Failure[] = []
  for (const poll of polls) {
    const { deviceId, on, paramIds, cells, errors } = poll
    for (const [id, { column, index, decode }] of placesOf(paramIds, cells)) {
      const raw = poll[column]?.[index - 1] ?? null
      if (raw !== null) readings.push([id, on, decode(raw), textOf(poll, id, on)])
    }
    if (errors !== null) failures.push([deviceId, on, errors])
  }
  return { readings, failures }
}

interface StoredPoll {
  deviceId: number
  on: number
  paramIds: number[]
  cells: string
  narrow: (number | null)[]
  wide: (number | null)[] | null
  errors: object | null
}

const inOrder = <T extends [number, number, ...unknown[]]>(rows: T[]): T[] =>
  rows.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])

test('stored and last values equal those of a plain list, whatever happens', async () => {
  const db = await testDatabase()
  await addDevices(db.sql, deviceIds)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), flushReadings, async (steps, flushAt) => {
      await db.sql`truncate poll, aside_poll, last_poll, layout, exact, recorder`
      const model = new Model()
      const clocks = new Clocks()
      const faults: (Fault | null)[] = []
      const told: Poll[] = []
      let polls = 0
      const start = async (): Promise<Recorder> => {
        const { clock, now } = clocks
        const recorder = new Recorder({
          db: faulty(db, faults),
          clock,
          now,
          log,
          bufferBytesMax: 1e6,
          flushReadings: flushAt,
        })
        recorder.onRecorded((some) => told.push(...some))
        await recorder.start()
        return recorder
      }
      let recorder = await start()
      try {
        for (const { clockMs, polls: planned, faults: some, isRestarted } of steps) {
          faults.push(...some)
          clocks.step(clockMs)
          for (const poll of planned.map((one) => pollOf(one, clocks.now().getTime()))) {
            recorder.record(poll)
            model.record(poll, clocks.isBelieved(poll.readOn))
            polls += 1
          }
          if (!isRestarted) continue
          await drained(recorder)
          await recorder.stop()
          faults.length = 0
          clocks.restart()
          recorder = await start()
        }
        await drained(recorder)
        assert.equal(recorder.status().droppedPolls, 0)
        const { readings, failures } = await stored(db.sql)
        assert.deepEqual(inOrder(readings), inOrder(model.readings))
        assert.deepEqual(inOrder(failures), inOrder(model.failures))
        const aside = await storedAside(db.sql)
        assert.deepEqual(inOrder(aside.readings), inOrder(model.aside.readings))
        assert.deepEqual(inOrder(aside.failures), inOrder(model.aside.failures))
        assert.equal(told.length, polls)
        await checkLast(db.sql, model)
      } finally {
        await recorder.stop()
      }
    }),
    { numRuns: 25, examples: [[twoWidths, 2000]] },
  )
})

/** The second value needs bits of a float, which do not hold the first. */
const twoWidths = [-0.26, -1.401298464324817e-45].map((value) => ({
  clockMs: 0,
  polls: [
    {
      deviceId: 1,
      set: 0,
      onMs: 0,
      cells: [null, null, null, null, null, value].map((one) => ({
        number: one,
        text: '',
        digits: null,
        reason: 'none',
      })),
      failure: null,
    },
  ],
  faults: [],
  isRestarted: false,
}))

const checkLast = async (sql: Sql, model: Model): Promise<void> => {
  for (const deviceId of deviceIds) {
    const params = sets.get(deviceId)?.[0] ?? []
    const found = await lastReadings(
      sql,
      params.map(({ id }) => ({ orgId, deviceId, id })),
    )
    for (const param of params) {
      assert.deepEqual(found.get(param.id) ?? { last: null, error: null }, model.last(param, deviceId))
    }
  }
}
