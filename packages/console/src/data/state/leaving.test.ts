import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerLeaving, confirmLeaving, isUnsaved, noteUnsaved } from './leaving.ts'

test('does not ask without unsaved changes', async () => {
  assert.equal(isUnsaved(), false)
  assert.equal(await confirmLeaving(), true)
})

for (const isLeaving of [true, false]) {
  test(`asks a user with unsaved changes, who ${isLeaving ? 'leaves' : 'stays'}`, async () => {
    const done = noteUnsaved()
    const decision = confirmLeaving()
    answerLeaving(isLeaving)
    assert.equal(await decision, isLeaving)
    done()
    assert.equal(await confirmLeaving(), true)
  })
}

test('two unsaved things are one question, until both are saved', async () => {
  const done = [noteUnsaved(), noteUnsaved()]
  done[0]?.()
  assert.equal(isUnsaved(), true)
  done[1]?.()
  assert.equal(isUnsaved(), false)
})

test('a new question answers the old one with no', async () => {
  const done = noteUnsaved()
  const first = confirmLeaving()
  const second = confirmLeaving()
  assert.equal(await first, false)
  answerLeaving(true)
  assert.equal(await second, true)
  done()
})
