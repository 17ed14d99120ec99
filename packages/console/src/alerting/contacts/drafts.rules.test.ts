import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Contact, contactDraftOf, contactFields, contactProblem, movedUp, newSpan } from './contact-draft.rules.ts'
import { type Group, groupDraftOf, groupFields, groupProblem, newOverride } from './group-draft.rules.ts'
import { newStep, type Policy, policyDraftOf, policyFields, policyProblem, toggled } from './policy-draft.rules.ts'

const contact: Contact = {
  id: 1,
  name: 'Anna',
  accountId: 5,
  language: 'pl',
  channels: [{ type: 'sms', address: '+48600100200' }],
  hours: [{ days: [1, 7], fromMinute: 1320, tillMinute: 1440, types: ['sms'] }],
  isAlwaysForCritical: true,
}

test('a contact that is not changed is sent as it was', () => {
  const { id: _id, ...rest } = contact
  assert.deepEqual(contactFields(contactDraftOf(contact, 'en')), rest)
  const { hours: _hours, accountId: _account, ...open } = rest
  const draft = contactDraftOf({ id: 1, ...open }, 'en')
  assert.deepEqual(contactFields(draft), { ...open, accountId: null, hours: null })
})

test('reports missing fields of a contact', () => {
  const draft = contactDraftOf(null, 'uk')
  assert.deepEqual([draft.language, contactProblem(draft)], ['uk', null])
  const rows = [
    [{ ...draft, channels: [] }, 'noChannel'],
    [{ ...draft, isLimited: true }, 'noHours'],
    [{ ...draft, isLimited: true, hours: [{ ...newSpan(), days: [] }] }, 'noDays'],
    [{ ...draft, isLimited: true, hours: [{ ...newSpan(), types: [] }] }, 'noDays'],
    [{ ...draft, isLimited: true, hours: [newSpan()] }, null],
  ] as const
  for (const [one, problem] of rows) assert.equal(contactProblem(one), problem)
})

test('a group that is not changed is sent as it was; who is no member is left out', () => {
  const group: Group = {
    id: 1,
    name: 'Night',
    members: [1, 2],
    rotation: { kind: 'weekly', startsOn: '2026-11-16', handoverMinute: 495 },
    overrides: [{ contactId: 1, insteadOfId: 2, from: '2026-11-16T10:00:00.000Z', till: '2026-11-17T10:00:00.000Z' }],
    onDutyId: 1,
  }
  const { id: _id, onDutyId: _onDuty, ...rest } = group
  const dates = rest.overrides.map((one) => ({ ...one, from: new Date(one.from), till: new Date(one.till) }))
  assert.deepEqual(groupFields(groupDraftOf(group, 0, 'Asia/Tokyo'), 'Asia/Tokyo'), { ...rest, overrides: dates })
  const draft = { ...groupDraftOf(group, 0, 'UTC'), kind: 'by-hand' as const, onDutyId: 2, members: [1] }
  const fields = groupFields(draft, 'UTC')
  assert.deepEqual(
    [fields.rotation, fields.overrides?.[0]?.insteadOfId],
    [{ kind: 'by-hand', onDutyId: null }, undefined],
  )
  assert.equal(groupProblem(draft), null)
  assert.equal(groupProblem({ ...draft, members: [] }), 'noMember')
  const backwards = { ...newOverride(1, Date.now(), 'UTC'), till: '2020-01-01T00:00' }
  assert.equal(groupProblem({ ...draft, overrides: [backwards] }), 'backwards')
})

test('a policy that is not changed is sent as it was', () => {
  const policy: Policy = {
    id: 1,
    name: 'Heat',
    steps: [
      { afterMinutes: 0, contactIds: [1], groupIds: [] },
      { afterMinutes: 15, contactIds: [], groupIds: [2] },
    ],
    repeatMinutes: 30,
    rounds: 4,
  }
  const { id: _id, ...rest } = policy
  const draft = policyDraftOf(policy)
  assert.deepEqual([policyFields(draft), policyProblem(draft)], [rest, null])
  assert.equal(policyFields({ ...draft, isRepeated: false }).repeatMinutes, null)
  assert.equal(policyProblem({ ...draft, steps: [] }), 'noStep')
  assert.equal(policyProblem({ ...draft, steps: [newStep('0')] }), 'noTarget')
  assert.equal(policyProblem({ ...draft, steps: draft.steps.toReversed() }), 'order')
  assert.equal(policyProblem({ ...draft, repeatMinutes: '15' }), 'repeat')
})

test('rows move up one place, and ids come and go', () => {
  assert.deepEqual([movedUp([1, 2, 3], 2), movedUp([1, 2], 0), movedUp([1], 7)], [[1, 3, 2], [1, 2], [1]])
  assert.deepEqual([toggled([1], 2), toggled([1, 2], 1)], [[1, 2], [2]])
})
