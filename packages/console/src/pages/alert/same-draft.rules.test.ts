import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAction, newCondition, newDraft } from './draft.rules.ts'
import { isSameDraft } from './same-draft.rules.ts'

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
