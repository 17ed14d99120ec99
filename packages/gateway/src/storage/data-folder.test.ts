import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import * as fc from 'fast-check'
import { type TestDisk, testFolder, writeUnless } from '../testing/folder.ts'
import { DataFolder } from './data-folder.ts'
import { NotSaved } from './not-saved.ts'
import { saveFile } from './save-file.ts'

const open = (path: string, write = saveFile) => {
  const clock = new VirtualClock()
  const disk: TestDisk = { fault: null }
  const logLines: string[] = []
  const note = (_: object, message: string): void => void logLines.push(message)
  const folder = new DataFolder({ path, clock, log: { error: note, info: note }, write: writeUnless(disk, write) })
  return { folder, clock, disk, logLines, textOf: (name: string) => folder.read(name)?.toString() }
}

describe('explains disk errors in plain words', () => {
  for (const [fault, words] of [
    ['ENOSPC', 'the disk is full: nothing was kept; free some space and try again'],
    ['EDQUOT', 'the disk has no room left for this user: nothing was kept; free some space and try again'],
    ['EROFS', 'the disk is read-only: nothing was kept; make it writable and try again'],
    ['EIO', 'the disk cannot be written: nothing was kept; look after it and try again'],
    ['EACCES', 'the data folder cannot be written (EACCES): nothing was kept; mend that and try again'],
  ] as const) {
    test(fault, (t) => {
      const { folder, disk, textOf } = open(testFolder(t))
      folder.save('a', 'before')
      disk.fault = fault
      assert.throws(() => folder.save('a', 'after'), NotSaved)
      assert.throws(() => folder.save('a', 'after'), { message: words })
      assert.equal(textOf('a'), 'before')
      assert.equal(folder.problem(), words.split(': nothing')[0])
    })
  }
})

test('reports unsaved data once, retries every minute and saves when the disk recovers', (t) => {
  const path = testFolder(t)
  const { folder, clock, disk, logLines, textOf } = open(path)
  let woken = 0
  folder.onWritable(() => void (woken += 1))
  disk.fault = 'ENOSPC'
  folder.saveWhenPossible('a', 'one')
  folder.saveWhenPossible('a', 'two')
  clock.advance(300_000)
  assert.deepEqual(logLines, ['the disk is full: changes are not saved until this is fixed'])
  disk.fault = null
  assert.equal(textOf('a'), undefined)
  clock.advance(60_000)
  assert.deepEqual([textOf('a'), folder.problem(), woken], ['two', null, 1])
  assert.equal(logLines.at(-1), 'data folder is writable again')
  assert.deepEqual(readdirSync(path), ['a'], 'nothing is left of its trying')
  assert.equal(clock.pending, 0)
})

test('reports the current state: a query retries at most every ten seconds', (t) => {
  const { folder, clock, disk } = open(testFolder(t))
  disk.fault = 'EROFS'
  assert.throws(() => folder.save('a', ''), NotSaved)
  disk.fault = null
  assert.equal(folder.problem(), 'the disk is read-only')
  clock.advance(10_000)
  assert.equal(folder.problem(), null)
})

test('whatever comes when: a file is what was last kept, and in the end all that it should be', (t) => {
  const name = fc.constantFrom('a', 'b')
  const steps = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('keep' as const), name, text: fc.string() }),
      fc.record({ do: fc.constant('later' as const), name, text: fc.string() }),
      fc.record({ do: fc.constant('remove' as const), name }),
      fc.record({ do: fc.constant('disk' as const), fault: fc.constantFrom(null, 'ENOSPC') }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 90_000 }) }),
    ),
    { maxLength: 30, size: 'max' },
  )
  fc.assert(
    fc.property(steps, (all) => {
      const { folder, clock, disk, textOf } = open(testFolder(t), writeFileSync)
      const wanted = new Map<string, string>()
      for (const step of all) {
        if (step.do === 'disk') disk.fault = step.fault
        else if (step.do === 'wait') clock.advance(step.ms)
        else if (step.do === 'later') {
          folder.saveWhenPossible(step.name, step.text)
          wanted.set(step.name, step.text)
        } else {
          try {
            if (step.do === 'keep') folder.save(step.name, step.text)
            else folder.remove(step.name)
            if (step.do === 'keep') wanted.set(step.name, step.text)
            else wanted.delete(step.name)
          } catch (error) {
            assert.ok(error instanceof NotSaved && disk.fault !== null)
          }
        }
        if (disk.fault === null && folder.problem() === null)
          for (const [at, text] of wanted) assert.equal(textOf(at), text)
      }
      disk.fault = null
      clock.advance(60_000)
      for (const at of ['a', 'b']) assert.equal(textOf(at), wanted.get(at))
      assert.equal(clock.pending, 0)
    }),
    { numRuns: 100 },
  )
})
