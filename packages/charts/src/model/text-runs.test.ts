import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textParts, textShares } from './text-runs.ts'

const at = (second: number): string => new Date(second * 1000).toISOString()
const run = (from: number, till: number, text: string) => ({ from: at(from), till: at(till), text, count: 2 })
const view = { from: 0, till: 100_000 }
const shown = (parts: ReturnType<typeof textParts>): string[] =>
  parts.map(({ from, till, text, kind }) => `${from / 1000}-${till / 1000} ${text ?? kind}`)

test('a text holds until the next one is read, and the last until now', () => {
  const parts = textParts([run(10, 20, 'auto'), run(30, 40, 'hand')], [], view, 60_000)
  assert.deepEqual(shown(parts), ['10-30 auto', '30-60 hand'])
  assert.deepEqual(
    textShares(parts).map(({ text, share }) => `${text} ${share}`),
    ['hand 0.6', 'auto 0.4'],
  )
})

test('cuts out failed reads and everything outside the view', () => {
  const gaps = [{ from: at(15), till: at(25), polls: 3, reason: 'Timeout' }]
  const parts = textParts([run(-20, 40, 'auto')], gaps, view, 60_000)
  assert.deepEqual(shown(parts), ['0-15 auto', '15-25 no-answer', '25-60 auto'])
})
