import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf, nameIn, outcomeOf, verbOf } from './record.rules.ts'

test('what was done is the last word of an action', () => {
  assert.deepEqual(['net.change', 'change', 'param.write-outcome'].map(verbOf), ['change', 'change', 'write-outcome'])
})

test('changes are fields with what they were and are; what programs need is left out', () => {
  assert.deepEqual(changesOf({ name: 'Hall' }, { name: 'Hall 2', port: 502 }), [
    { field: 'name', before: 'Hall', after: 'Hall 2' },
    { field: 'port', before: null, after: '502' },
  ])
  assert.deepEqual(changesOf({ value: '62' }, { value: '60', command: 'x', by: 'write' }), [
    { field: 'value', before: '62', after: '60' },
  ])
  assert.deepEqual(changesOf({ list: [1] }, { list: [1] }), [])
  assert.deepEqual(changesOf(null, undefined), [])
  assert.equal(changesOf({}, { source: 'x'.repeat(500) })[0]?.after?.length, 81)
})

test('a name is found in the record where there is no other', () => {
  assert.equal(nameIn(null, { name: 'Logger', role: 'viewer' }), 'Logger')
  assert.equal(nameIn({ email: 'jan@example.org' }, undefined), 'jan@example.org')
  assert.equal(nameIn(null, { role: 'viewer' }), null)
})

test('outcomes of commands', () => {
  assert.deepEqual([{ outcome: 'unclear' }, { outcome: 'done' }, { outcome: 'other' }, {}, null].map(outcomeOf), [
    'unclear',
    'done',
    null,
    null,
    null,
  ])
})
