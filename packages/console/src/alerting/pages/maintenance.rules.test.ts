import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, type MaintenanceWindow, maintenanceFields, newDraft, ruleProblem } from './maintenance.rules.ts'

const zone = 'America/New_York'
const now = new Date(2026, 10, 16, 9, 5)
const shown = { id: 1, name: 'Service', reason: 'Filters', createdBy: 'Ann', createdOn: now.toISOString(), next: [] }
const objects = { netIds: [1], deviceIds: [2, 3], alertIds: [4] }
const [from, till] = [new Date(2026, 10, 20, 8, 30), new Date(2026, 10, 20, 10, 0)]

test('restores the stored window from the form', () => {
  const rules: [MaintenanceWindow['rule'], unknown][] = [
    [{ kind: 'weekly', days: [2, 4], fromMinute: 510, tillMinute: 1440 }, null],
    [{ kind: 'monthly', nth: -1, day: 7, fromMinute: 1320, tillMinute: 60 }, null],
    [
      { kind: 'once', from: from.toISOString(), till: till.toISOString() },
      { kind: 'once', from, till },
    ],
  ]
  for (const [rule, expected] of rules) {
    const draft = draftOf({ ...shown, ...objects, rule }, now, zone)
    assert.deepEqual(maintenanceFields(draft, zone), {
      name: 'Service',
      reason: 'Filters',
      rule: expected ?? rule,
      ...objects,
    })
    assert.equal(ruleProblem(draft), null)
  }
})

test('reports an invalid window before it is sent', () => {
  const draft = newDraft(now, zone)
  assert.equal(ruleProblem({ ...draft, days: [] }), 'noDays')
  assert.equal(ruleProblem({ ...draft, kind: 'once', tillOn: draft.fromOn }), 'backwards')
  assert.equal(ruleProblem({ ...draft, kind: 'once' }), null)
})
