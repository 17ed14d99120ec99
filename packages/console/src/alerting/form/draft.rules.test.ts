import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  definitionOf,
  draftOf,
  isSameDraft,
  missingParams,
  newAction,
  newCondition,
  newDraft,
  numberOf,
  savedActionId,
} from './draft.rules.ts'

const alert = {
  id: 1,
  name: 'Overvoltage',
  slug: 'overvoltage',
  conditionLogic: 'all' as const,
  logAs: 'failure' as const,
  conditions: {
    11: { paramId: 7, param: '7#u@m@n', kind: 'g' as const, value: 250, holdSec: 30, deadband: 5 },
    12: { paramId: 8, param: '8#i@m@n', kind: 'reading-error' as const, value: 0, holdSec: 0, deadband: 0 },
  },
  actions: { 21: { timeoutMinutes: 0, type: 'email' as const, recepient: 'a@b.org' } },
  followUps: {
    22: { timeoutMinutes: 15, type: 'write-param' as const, paramId: 9, value: 1, stage: 'resolved' as const },
  },
  isEnabled: true,
  holdOffSec: 60,
  flapping: { changes: 4, minutes: 30 },
}

test('sends unchanged fields as they were', () => {
  assert.deepEqual(definitionOf(draftOf(alert)), {
    name: 'Overvoltage',
    description: null,
    conditionLogic: 'all',
    logAs: 'failure',
    holdOffSec: 60,
    flapping: { changes: 4, minutes: 30 },
    policyId: null,
    conditions: [
      { paramId: 7, kind: 'g', value: 250, holdSec: 30, deadband: 5 },
      { paramId: 8, kind: 'reading-error', value: null, holdSec: 0, deadband: 0 },
    ],
    actions: [{ type: 'email', timeoutMinutes: 0, recepient: 'a@b.org' }],
    followUps: [{ type: 'write-param', timeoutMinutes: 15, paramId: 9, value: 1, stage: 'resolved' }],
  })
})

test('a new alert begins with the parameter from which it was made', () => {
  assert.deepEqual(definitionOf(newDraft(7)).conditions, [
    { paramId: 7, kind: 'g', value: null, holdSec: 0, deadband: 0 },
  ])
  assert.deepEqual(missingParams(newDraft(7)), [])
  const draft = newDraft(7)
  assert.deepEqual(missingParams({ ...draft, conditions: [...draft.conditions, newCondition(null)] }), [
    'conditions.1.paramId',
  ])
})

test('an alert without a number of changes never flaps', () => {
  assert.equal(definitionOf({ ...newDraft(7), flapChanges: ' ' }).flapping, null)
  assert.equal(draftOf({ ...alert, flapping: null }).flapChanges, '')
})

test('a deadband that a kind does not have is not sent', () => {
  const draft = newDraft(7)
  const conditions = [{ ...newCondition(7), kind: 'bit-set' as const, value: '3', deadband: '5' }]
  assert.deepEqual(definitionOf({ ...draft, conditions }).conditions[0], {
    paramId: 7,
    kind: 'bit-set',
    value: 3,
    holdSec: 0,
    deadband: 0,
  })
})

test('only an action that is saved as it is can be tried out', () => {
  const action = { ...newAction(), recepient: 'a@b.org' }
  assert.equal(savedActionId(alert, action, false), 21)
  assert.equal(savedActionId(alert, action, true), null)
  assert.equal(savedActionId(alert, { ...action, recepient: 'c@b.org' }, false), null)
  assert.equal(savedActionId(alert, { ...action, timeoutMinutes: '5' }, false), null)
})

for (const [text, value] of [
  ['1.5', 1.5],
  ['-3', -3],
  ['', null],
  ['NaN', Number.NaN],
] as const) {
  test(`"${text}" is the number ${value}`, () => assert.equal(numberOf(text), value))
}

const draft = newDraft(7)

for (const [what, other, gives] of [
  ['itself', draft, true],
  ['one with other keys', newDraft(7), true],
  ['one of another parameter', newDraft(8), false],
  ['another name', { ...draft, name: 'Hot' }, false],
  ['one more condition', { ...draft, conditions: [...draft.conditions, newCondition(null)] }, false],
  ['a condition taken away and put there again', { ...draft, conditions: [newCondition(7)] }, true],
  ['an action', { ...draft, actions: [newAction()] }, false],
] as const) {
  test(`a draft beside ${what}`, () => assert.equal(isSameDraft(draft, other), gives))
}
