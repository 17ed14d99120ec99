import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { dataFolderIn, testFolder } from '../../testing/folder.ts'
import { RunTime, resetCause } from './run-time.ts'

describe('why it has started', () => {
  const last = (isEnded: boolean, bootId: string, isSupplyLow = false) => ({
    totalSec: 1,
    isEnded,
    bootId,
    isSupplyLow,
  })
  for (const [says, record, cause] of [
    ['the first start', undefined, 'RST_CAUSE_PO'],
    ['ended as asked', last(true, 'now'), 'RST_CAUSE_SW'],
    ['ended as asked, then the machine too', last(true, 'before'), 'RST_CAUSE_SW'],
    ['killed', last(false, 'now'), 'RST_CAUSE_IWDG'],
    ['the power went', last(false, 'before'), 'RST_CAUSE_PO'],
    ['the power sank, then went', last(false, 'before', true), 'RST_CAUSE_BO'],
    ['killed while the power was low', last(false, 'now', true), 'RST_CAUSE_IWDG'],
  ] as const) {
    test(says, () => assert.equal(resetCause(record, 'now'), cause))
  }
})

const run = (folder: string, clock = new VirtualClock(), bootId = 'a') => {
  const runTime = new RunTime({ folder: dataFolderIn(folder), clock, bootId, log: { warn: () => {} } })
  runTime.start()
  return { runTime, clock }
}

test('time is added up over restarts; a power cut costs what came after the last hour', async (t) => {
  const folder = testFolder(t)
  const first = run(folder)
  await first.clock.advanceAsync(90 * 60_000)
  assert.deepEqual(first.runTime.status(), { runTimeMin: 90, totalRunTimeMin: 90, resetFlags: ['RST_CAUSE_PO'] })
  await first.runTime.stop()

  const second = run(folder)
  await second.clock.advanceAsync(150 * 60_000)
  assert.deepEqual(second.runTime.status(), { runTimeMin: 150, totalRunTimeMin: 240, resetFlags: ['RST_CAUSE_SW'] })

  const third = run(folder, new VirtualClock(), 'b')
  assert.deepEqual(third.runTime.status(), { runTimeMin: 0, totalRunTimeMin: 210, resetFlags: ['RST_CAUSE_PO'] })
})

test('after a restart of its services the program runs on', async (t) => {
  const { runTime, clock } = run(testFolder(t))
  clock.advance(10 * 60_000)
  runTime.restarted()
  clock.advance(5 * 60_000)
  assert.deepEqual(runTime.status(), { runTimeMin: 5, totalRunTimeMin: 15, resetFlags: ['RST_CAUSE_SW'] })
})

test('a record that was cut anywhere stops no start', async (t) => {
  const folder = testFolder(t)
  await run(folder).runTime.stop()
  const path = join(folder, 'run.json')
  const content = readFileSync(path)
  for (let length = 0; length < content.length; length += 1) {
    writeFileSync(path, content.subarray(0, length))
    assert.deepEqual(run(folder).runTime.status().resetFlags, ['RST_CAUSE_PO'])
  }
})
