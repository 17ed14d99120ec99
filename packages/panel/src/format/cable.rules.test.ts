import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testedUnits, timesFor } from './cable.rules.ts'
import { verdictsOf } from './verdict.rules.ts'

const frame = (uid: number, error: 'timeout' | 'crc' | null, ms = 20) => ({ uid, error, ms })

test('a damaged answer among others names its unit', () => {
  const frames = [frame(2, null), frame(1, null, 31), frame(2, 'crc'), frame(1, null), frame(2, null), frame(1, null)]
  const tested = testedUnits(frames)
  assert.partialDeepStrictEqual(tested, [
    { uid: 1, requests: 3, lost: 0, damaged: 0, slowestMs: 31, failedInRow: 0 },
    { uid: 2, requests: 3, lost: 0, damaged: 1, slowestMs: 20, failedInRow: 0 },
  ])
  assert.deepEqual(verdictsOf(tested), [{ kind: 'noisyUnit', uid: 2, percent: 33.3 }])
})

test('a unit that never answers has no time', () => {
  const tested = testedUnits([...Array(4)].flatMap(() => [frame(1, null), frame(2, 'timeout', 200)]))
  assert.equal(tested[1]?.slowestMs, null)
  assert.deepEqual(verdictsOf(tested), [{ kind: 'silentUnit', uid: 2, percent: 100 }])
})

test('many units are asked less often, so that all of it is at hand', () => {
  assert.deepEqual([0, 1, 36, 100, 247, 1000].map(timesFor), [25, 25, 25, 9, 3, 1])
})
