import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOld, isUnderWay, stageOf } from './net.rules.ts'

const update = {
  updateState: 'FILE_VERSION_MATCHES_ACTIVE',
  downloadState: 'SERVER_FILE_VERSION_MATCHES_SAVED',
  progress: null,
  errorCode: null,
  availableVersion: 100,
  savedVersion: null,
  currentVersion: 100,
}
const firmware = { version: '0.1.0', isRequested: false, canInstall: true, trial: null, takenBack: [] }
const trial = { provenInSec: 500, takenBackInSec: 800, problem: null }

for (const [stage, fwUpdate, more, isMoving] of [
  ['newest', {}, {}, false],
  ['unknown', { availableVersion: null }, {}, false],
  ['found', { availableVersion: 200 }, {}, false],
  ['ready', { availableVersion: 200, savedVersion: 200 }, {}, false],
  ['taken-back', { availableVersion: 200, savedVersion: 200 }, { takenBack: [150, 200] }, false],
  ['ready', { availableVersion: 300, savedVersion: 300 }, { takenBack: [200] }, false],
  ['wanted', { availableVersion: 200 }, { isRequested: true }, true],
  ['fetching', { downloadState: 'SERVER_FILE_DOWNLOADING', progress: '12.00' }, { isRequested: true }, true],
  ['failed', { errorCode: 'ERROR_CONNECT' }, { isRequested: true }, true],
  ['trial', {}, { trial }, true],
  ['trial-problem', {}, { trial: { ...trial, problem: 'the cloud is not reached' } }, true],
] as const)
  test(`${stage}: ${JSON.stringify({ ...fwUpdate, ...more })}`, () => {
    const report = {
      fwUpdate: { ...update, ...fwUpdate },
      firmware: { ...firmware, ...more, takenBack: 'takenBack' in more ? [...more.takenBack] : [] },
    }
    assert.equal(stageOf(report), stage)
    assert.equal(isUnderWay(report), isMoving)
  })

test('shows nothing for a gateway without reports', () => {
  assert.equal(stageOf({}), 'unknown')
  assert.equal(isUnderWay(undefined), false)
})

test('after ten minutes it is old', () => {
  const on = '2026-11-14T00:00:00Z'
  assert.deepEqual(
    [599_000, 601_000].map((ms) => isOld(on, Date.parse(on) + ms)),
    [false, true],
  )
})
