import * as fc from 'fast-check'
import type { Readings } from '../readings.ts'

/** Any times that the codec takes, far from any schedule and close to one. */
const anyTimes = fc
  .tuple(
    fc.integer({ min: -8.64e15, max: 8.64e15 - 2 ** 41 }),
    fc.array(
      fc.oneof(fc.constant(15_000), fc.constantFrom(14_900, 15_100, 100), fc.integer({ min: 1, max: 2 ** 34 })),
      { maxLength: 100 },
    ),
  )
  .map(([first, steps]) => {
    const times = [first]
    for (const step of steps) times.push((times.at(-1) ?? 0) + step)
    return times
  })

const single = fc.float({ noNaN: false })

/** Typical values of meters: decimals that stay, step, climb or jump; a zero that is reached from above is negative. */
const decimals = fc
  .tuple(
    fc.integer({ min: 0, max: 12 }),
    fc.constantFrom(1, 1, 5, 40),
    fc.array(fc.oneof(fc.constant(0), fc.integer({ min: -9, max: 9 }), fc.integer({ min: -70_000, max: 70_000 })), {
      minLength: 101,
      maxLength: 101,
    }),
  )
  .map(([places, unit, steps]) => {
    let sum = 0
    return steps.map((step) => (sum += step * unit) / 10 ** places || (step < 0 ? -0 : 0))
  })

const many = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { minLength: 101, maxLength: 101 })

const anyValues = fc.oneof(
  decimals,
  many(fc.double()),
  many(single),
  many(fc.oneof({ weight: 50, arbitrary: fc.integer() }, { weight: 1, arbitrary: fc.constantFrom(-0, NaN, Infinity) })),
  many(fc.maxSafeInteger()),
)

export const anyReadings: fc.Arbitrary<Readings> = fc.tuple(anyTimes, anyValues).map(([times, values]) => ({
  times: Float64Array.from(times),
  values: Float64Array.from(values.slice(0, times.length)),
}))

/** Readings within the day that begins on `dayMs`, all finite. */
export const readingsOfDay = (dayMs: number): fc.Arbitrary<Readings> =>
  fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 0, max: 86_400_000 - 1 }), { minLength: 1, maxLength: 101 }),
      fc.oneof(decimals, many(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }))),
    )
    .map(([offsets, values]) => ({
      times: Float64Array.from(offsets, (offset) => dayMs + offset).toSorted(),
      values: Float64Array.from(values.slice(0, offsets.length)),
    }))

interface DayShape {
  stepMs: number
  jitterMs: number
  /** A bit for each hour that has no readings. */
  silent: number
  noise: number
  scale: number
  isFloat: boolean
  seed: number
}

/** A day of so many readings that they are kept in blocks, before there are any: that is what a failure shows. */
export const denseDay: fc.Arbitrary<DayShape> = fc.record({
  stepMs: fc.constantFrom(15_000, 30_000, 30_100),
  jitterMs: fc.constantFrom(0, 0, 100),
  silent: fc.nat({ max: 2 ** 24 - 1 }).map((hours) => hours & 0x71_c7_0f),
  noise: fc.constantFrom(0, 3, 200, 2 ** 26),
  scale: fc.constantFrom(1, 10, 1000, Math.PI),
  isFloat: fc.boolean(),
  seed: fc.nat(),
})

/** Readings of the first day of 1970. */
export const readingsIn = ({ stepMs, jitterMs, silent, noise, scale, isFloat, seed }: DayShape): Readings => {
  let state = seed
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const polls = Math.floor(86_400_000 / stepMs)
  const all = Float64Array.from({ length: polls }, (_, poll) => poll * stepMs + jitterMs * Math.floor(2 * random()))
  const times = all.filter((time) => !((silent >> Math.floor(time / 3_600_000)) & 1))
  let walk = 0
  const values = times.map(() => {
    walk += Math.round(noise * (random() - 0.5)) + (random() < 0.02 ? 5000 : 0)
    return isFloat ? Math.fround(walk / scale) : walk / scale
  })
  return { times, values }
}

/** How stored bytes go bad: one is changed, some are lost, or all are others. */
export const damage: fc.Arbitrary<(bytes: Uint8Array) => Uint8Array> = fc.oneof(
  fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })).map(
    ([at, byte]) =>
      (bytes: Uint8Array) =>
        bytes.length === 0 ? bytes : bytes.with(at % bytes.length, byte),
  ),
  fc.nat().map((length) => (bytes: Uint8Array) => bytes.slice(0, length % (bytes.length + 1))),
  fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 12 })).map(([at, more]) => (bytes: Uint8Array) => {
    const cut = at % (bytes.length + 1)
    return Uint8Array.from([...bytes.subarray(0, cut), ...more, ...bytes.subarray(cut)])
  }),
  fc.uint8Array({ maxLength: 200 }).map((others) => () => others),
)
