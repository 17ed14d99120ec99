import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { downloadState, fetchAtMs, restAfterMs, updateState } from './states.rules.ts'

const absent = { isInserted: false, isMounted: false }
const ejected = { isInserted: true, isMounted: false }
const mounted = { isInserted: true, isMounted: true }

for (const [card, phase, available, saved, download, update] of [
  [absent, 'idle', 200, 200, 'CARD_ABSENT', 'CARD_ABSENT'],
  [ejected, 'idle', 200, 200, 'CARD_NOT_READY', 'CARD_NOT_READY'],
  [mounted, 'idle', null, null, 'SERVER_FILE_UNKNOWN', 'SAVED_FILE_UNKNOWN'],
  [mounted, 'asking', null, null, 'DOWNLOADER_BUSY', 'SAVED_FILE_UNKNOWN'],
  [mounted, 'checking card', 200, null, 'CARD_FILES_CHECKING', 'CARD_FILES_CHECKING'],
  [mounted, 'idle', 200, null, 'SERVER_FILE_UPDATED_READY', 'SAVED_FILE_UNKNOWN'],
  [mounted, 'fetching', 200, null, 'SERVER_FILE_DOWNLOADING', 'SAVED_FILE_UNKNOWN'],
  [mounted, 'checking sum', 200, null, 'DOWNLOADED_FILE_CHECKING_INTEGRITY', 'SAVED_FILE_UNKNOWN'],
  [mounted, 'checking fit', 200, null, 'DOWNLOADED_FILE_CHECKING_APPLICABILITY', 'SAVED_FILE_UNKNOWN'],
  [mounted, 'saving', 200, null, 'DOWNLOADED_FILE_SAVING', 'SAVED_FILE_UNKNOWN'],
  [mounted, 'idle', 200, 200, 'SERVER_FILE_VERSION_MATCHES_SAVED', 'CARD_FILE_UPDATED_READY'],
  [mounted, 'idle', 300, 200, 'SERVER_FILE_UPDATED_READY', 'CARD_FILE_UPDATED_READY'],
  [mounted, 'idle', 100, null, 'SERVER_FILE_VERSION_MATCHES_SAVED', 'SAVED_FILE_UNKNOWN'],
  [mounted, 'idle', 100, 100, 'SERVER_FILE_VERSION_MATCHES_SAVED', 'FILE_VERSION_MATCHES_ACTIVE'],
] as const) {
  test(`${phase}, server ${available}, card ${saved}, running 100: ${download}, ${update}`, () => {
    const facts = { card, phase, available, saved, current: 100 }
    assert.deepEqual([downloadState(facts), updateState(facts)], [download, update])
  })
}

test('a release is fetched at the next hour whose number is a multiple, at once where that is 0', () => {
  const at = (text: string): number => Date.parse(`2026-11-16T${text}Z`)
  assert.equal(fetchAtMs(at('05:10:00'), 0), at('05:10:00'))
  assert.equal(fetchAtMs(at('05:10:00'), 1), at('06:00:00'))
  assert.equal(fetchAtMs(at('05:10:00'), 24), Date.parse('2026-11-17T00:00:00Z'))
  assert.equal(fetchAtMs(at('06:00:00'), 6), at('06:00:00'))
})

test('the line is used for so many percent of the time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 60_000 }), (ratio, tookMs) => {
      const share = tookMs / (tookMs + restAfterMs(tookMs, ratio))
      assert.ok(Math.abs(share - ratio / 100) < 1e-9)
    }),
  )
})
