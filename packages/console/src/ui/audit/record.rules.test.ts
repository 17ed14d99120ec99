import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionText, changesOf, failureReason, fieldText, nameIn, outcomeOf } from './record.rules.ts'

test('names an action by its verb, or as a whole where the verb would be misleading', () => {
  const words = { verbs: { change: 'changed', create: 'made' }, wholeActions: { 'devices.create': 'devices added' } }
  assert.deepEqual(
    ['net.change', 'change', 'net.create', 'devices.create', 'net.new-word'].map((action) => actionText(words, action)),
    ['changed', 'changed', 'made', 'devices added', 'net.new-word'],
  )
})

test('lists the changes of each of many objects', () => {
  const before = [
    { id: 1, name: 'A' },
    { id: 2, name: 'B' },
  ]
  const after = [
    { id: 1, name: 'C' },
    { id: 2, name: 'D' },
  ]
  assert.deepEqual(changesOf(before, after, '2'), [{ field: 'name', before: 'B', after: 'D' }])
  assert.deepEqual(changesOf(before, after), [
    { field: '#1 name', before: 'A', after: 'C' },
    { field: '#2 name', before: 'B', after: 'D' },
  ])
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

test('fields are called as people call them', () => {
  const words = { name: 'Name' }
  assert.deepEqual(
    ['name', '#7 name', 'other', '#7 other'].map((field) => fieldText(words, field)),
    ['Name', '#7 Name', 'other', '#7 other'],
  )
})

test('a name is found in the record where there is no other', () => {
  assert.equal(nameIn(null, { name: 'Logger', role: 'viewer' }), 'Logger')
  assert.equal(nameIn({ email: 'jan@example.org' }, undefined), 'jan@example.org')
  assert.equal(nameIn(null, { role: 'viewer' }), null)
})

test('outcomes of commands', () => {
  const rows = [
    [{ outcome: 'unclear' }, 'unclear', null],
    [{ outcome: 'done' }, 'done', null],
    [{ outcome: 'not-sent' }, 'not-sent', null],
    [{ outcome: 'unclear: holding 5 of unit 1: Timeout' }, 'unclear', 'unclear: holding 5 of unit 1: Timeout'],
    [{ outcome: 'password 1 of 1: unclear: Timeout' }, 'unclear', 'password 1 of 1: unclear: Timeout'],
    [{ outcome: 'holding 5 of unit 1: IllegalDataAddress' }, 'refused', 'holding 5 of unit 1: IllegalDataAddress'],
    [{}, null, null],
    [null, null, null],
  ] as const
  for (const [after, outcome, why] of rows) assert.deepEqual([outcomeOf(after), failureReason(after)], [outcome, why])
})
