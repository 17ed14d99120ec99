import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import type { ReleaseVerb } from './installed.ts'
import { Trial } from './trial.ts'

const minuteMs = 60_000

for (const [what, isOnTrial, isWellAt, expected] of [
  ['no trial', false, () => true, null],
  ['all is well', true, () => true, { verb: 'release-confirm', minute: 11 }],
  ['well from the fourth minute on', true, (minute: number) => minute >= 4, { verb: 'release-confirm', minute: 14 }],
  [
    'well from the sixth minute on: too late',
    true,
    (minute: number) => minute >= 6,
    { verb: 'release-revert', minute: 15 },
  ],
  ['a break in the ninth', true, (minute: number) => minute !== 9, { verb: 'release-revert', minute: 15 }],
  ['never well', true, () => false, { verb: 'release-revert', minute: 15 }],
] as [string, boolean, (minute: number) => boolean, { verb: string; minute: number } | null][]) {
  test(`${what}: ${expected?.verb ?? 'nothing'}`, async () => {
    const clock = new VirtualClock(0)
    const requests: { verb: string; minute: number }[] = []
    const minute = (): number => Math.floor(clock.now() / minuteMs)
    const ask = async ({ verb }: ReleaseVerb): Promise<void> =>
      void requests.push({ verb, minute: Math.ceil(clock.now() / minuteMs) })
    const problem = async (): Promise<string | undefined> => (isWellAt(minute()) ? undefined : 'the bus is stuck')
    const log = { error: () => {}, info: () => {}, warn: () => {} }
    const trial = new Trial({ installed: { isOnTrial, ask }, minutes: 10, clock, log })
    trial.start(problem)
    for (let steps = 0; steps < 120; steps += 1) await clock.advanceAsync(10_000)
    await trial.stop()
    assert.deepEqual(requests, expected === null ? [] : [expected])
  })
}

test('a check that throws counts as a problem, and the release before it comes back', async () => {
  const clock = new VirtualClock(0)
  const requests: string[] = []
  const ask = async ({ verb }: ReleaseVerb): Promise<void> => void requests.push(verb)
  const log = { error: () => {}, info: () => {}, warn: () => {} }
  const trial = new Trial({ installed: { isOnTrial: true, ask }, minutes: 10, clock, log })
  trial.start(() => Promise.reject(new Error('the bus cannot be read')))
  await clock.advanceAsync(10_000)
  assert.equal(trial.status()?.problem, 'it could not be checked: Error: the bus cannot be read')
  await clock.advanceAsync(15 * minuteMs)
  await trial.stop()
  assert.deepEqual(requests, ['release-revert'])
})

test('its time is what the owner says', async () => {
  const clock = new VirtualClock(0)
  const requests: string[] = []
  const ask = async ({ verb }: ReleaseVerb): Promise<void> => void requests.push(`${verb} ${clock.now() / 1000}`)
  const log = { error: () => {}, info: () => {}, warn: () => {} }
  for (const problem of [undefined, 'the bus is stuck']) {
    const trial = new Trial({ installed: { isOnTrial: true, ask }, minutes: 2, clock, log })
    trial.start(async () => problem)
    for (let steps = 0; steps < 30; steps += 1) await clock.advanceAsync(10_000)
    await trial.stop()
  }
  assert.deepEqual(requests, ['release-confirm 130', 'release-revert 480'])
})

test('a helper that is not there is asked again', async () => {
  const clock = new VirtualClock(0)
  let tries = 0
  const ask = async (): Promise<void> => {
    tries += 1
    if (tries < 3) throw new Error('nobody there')
  }
  const log = { error: () => {}, info: () => {}, warn: () => {} }
  const trial = new Trial({ installed: { isOnTrial: true, ask }, minutes: 10, clock, log })
  trial.start(async () => undefined)
  for (let steps = 0; steps < 120; steps += 1) await clock.advanceAsync(10_000)
  assert.equal(tries, 3)
  await trial.stop()
})

test('reports its status', async () => {
  const clock = new VirtualClock(0)
  const world = { isOnTrial: true, problem: undefined as string | undefined }
  const ask = async (): Promise<void> => {}
  const log = { error: () => {}, info: () => {}, warn: () => {} }
  const installed = {
    get isOnTrial() {
      return world.isOnTrial
    },
    ask,
  }
  const trial = new Trial({ installed, minutes: 10, clock, log })
  trial.start(async () => world.problem)
  assert.deepEqual(trial.status(), { provenInSec: null, takenBackInSec: 900, problem: null })
  await clock.advanceAsync(10_000)
  await clock.advanceAsync(10_000)
  assert.deepEqual(trial.status(), { provenInSec: 590, takenBackInSec: 880, problem: null })
  world.problem = 'the cloud is not reached'
  await clock.advanceAsync(10_000)
  assert.deepEqual(trial.status(), { provenInSec: null, takenBackInSec: 870, problem: world.problem })
  world.isOnTrial = false
  assert.equal(trial.status(), null)
  await trial.stop()
})
