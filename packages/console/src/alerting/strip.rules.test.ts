import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripOf } from './strip.rules.ts'

const now = Date.parse('2026-11-16T12:00:00Z')
const hourMs = 3_600_000
const ago = (hours: number): string => new Date(now - hours * hourMs).toISOString()

const marks = { active: 'x', normal: '.', unknown: '?' } as const

test('a bar is lit wherever the alert was active', () => {
  const rows: [[number, number | null][], string][] = [
    [[], '....'],
    [[[3.5, 3.4]], 'x...'],
    [[[2.5, 1.5]], '.xx.'],
    [[[0.5, null]], '...x'],
    [[[9, null]], 'xxxx'],
    [[[9, 5]], '....'],
    [[[2, 1]], '..x.'],
  ]
  for (const [spans, lit] of rows) {
    const alerts = spans.map(([from, till]) => ({ startedOn: ago(from), resolvedOn: till === null ? null : ago(till) }))
    const found = stripOf(alerts, { knownFrom: 0, now, count: 4, barMs: hourMs }).map((one) => marks[one])
    assert.equal(found.join(''), lit, JSON.stringify(spans))
  }
})

test('marks the time before an alert was created, and alerts without a log, as unknown', () => {
  const shown = (knownFrom: number | null, spans: Parameters<typeof stripOf>[0]): string =>
    stripOf(spans, { knownFrom, now, count: 4, barMs: hourMs })
      .map((one) => marks[one])
      .join('')
  assert.equal(shown(now - 1000, []), '???.')
  assert.equal(shown(now - 2.5 * hourMs, []), '?...')
  assert.equal(shown(null, []), '????')
  assert.equal(shown(now - hourMs, [{ startedOn: ago(0.5), resolvedOn: null }]), '???x')
})
