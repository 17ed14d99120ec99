import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftCharsMax, type LocalDrafts, readDrafts, withDraft } from './local-draft.rules.ts'

const draft = (changedMs: number, name = 'Wall') => ({
  version: 3,
  changedMs,
  board: { name, refreshSec: 60, templateId: null, widgets: [] },
})

test('drafts that are kept: what makes no sense is left out', () => {
  assert.deepEqual(readDrafts({ a: draft(1), b: { version: 1 }, c: 'x' }), { a: draft(1) })
  assert.deepEqual(readDrafts(null), {})
})

test('drafts that are kept: one for each person and board, and ten in all', () => {
  let drafts: LocalDrafts = {}
  for (let at = 0; at < 12; at += 1) drafts = withDraft(drafts, `ann ${at}`, draft(at))
  assert.deepEqual(Object.keys(drafts).toSorted().length, 10)
  assert.equal(drafts['ann 0'], undefined)
  drafts = withDraft(drafts, 'ann 11', draft(20, 'Other'))
  assert.equal(drafts['ann 11']?.board.name, 'Other')
  assert.equal(withDraft(drafts, 'ann 11', null)['ann 11'], undefined)
  assert.equal(withDraft(drafts, 'ann 11', draft(30, 'x'.repeat(draftCharsMax)))['ann 11'], undefined)
})
