import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diagnosedLine } from './testing/diagnosed-line.ts'

type Line = ReturnType<typeof diagnosedLine>

/** Faults of a line with five meters, and the findings after three minutes. */
const rows: readonly [what: string, fault: (line: Line) => void, findings: readonly string[]][] = [
  ['in order', () => {}, []],
  ['a unit id that no unit has', ({ plant }) => plant.faults.set('line/3', 'dead'), ['unit-never-answered 3']],
  ['all units silent', ({ plant }) => plant.faults.set('line', 'dead'), ['line-silent']],
  ['damaged answers of one unit', ({ plant }) => plant.faults.set('line/2', 'bad-crc'), ['same-address 2']],
  ['damaged answers of all units', ({ plant }) => plant.faults.set('line', 'bad-crc'), ['line-damaged']],
  ['two units with one address that answer at once', ({ addDouble }) => addDouble(4), ['same-address 4']],
  ['two units with one address, one of them slower', ({ addDouble }) => addDouble(4, 100), ['same-address 4']],
  ['noise on the line', ({ line }) => line.setNoise({ flippedBitsPerByte: 0.006 }), ['line-noise']],
  [
    'a unit that is slow now and then too slow',
    ({ plant }) => plant.faults.set('line/5', 'slow', { ms: 970 }),
    ['unit-slow 5'],
  ],
  ['a slow unit', ({ plant }) => plant.faults.set('line/5', 'slow', { ms: 600 }), ['unit-slow 5']],
  [
    'an answer in another unit’s name',
    ({ plant }) => plant.faults.set('line/1', 'wrong-unit', { by: 9 }),
    ['other-unit-answers 1'],
  ],
  ['answers that come too late', ({ plant }) => plant.faults.set('line/2', 'late', { ms: 1500 }), ['late-answers 2']],
  ['a unit that refuses', ({ plant }) => plant.faults.set('line/2', 'exception', { code: 2 }), ['unit-refuses 2']],
  [
    'a unit that comes and goes',
    ({ plant }) => plant.faults.set('line/3', 'flapping', { upMs: 20_000, downMs: 6000 }),
    ['unit-shaky 3'],
  ],
]

for (const [what, fault, findings] of rows) {
  test(`on a simulated line: ${what}`, async (t) => {
    const line = diagnosedLine()
    t.after(line.stop)
    fault(line)
    await line.clock.advanceAsync(180_000)
    const found = line.shown().findings.map(({ rule, unit }) => (unit === undefined ? rule : `${rule} ${unit}`))
    assert.deepEqual(found, findings)
  })
}

test('on a simulated line: a unit that falls silent', async (t) => {
  const line = diagnosedLine()
  t.after(line.stop)
  await line.clock.advanceAsync(60_000)
  line.plant.faults.set('line/3', 'dead')
  await line.clock.advanceAsync(180_000)
  assert.deepEqual(
    line.shown().findings.map(({ rule, unit }) => [rule, unit]),
    [['unit-silent', 3]],
  )
})

test('on a simulated line: asked at the wrong speed', async (t) => {
  const line = diagnosedLine({ masterBaud: 19_200 })
  t.after(line.stop)
  await line.clock.advanceAsync(180_000)
  assert.deepEqual(
    line.shown().findings.map(({ rule }) => rule),
    ['line-silent'],
  )
})
