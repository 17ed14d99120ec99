import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharePercent, stripPaths, stripTone } from './strip.rules.ts'

test('a bar is as bad as what it lost; where nothing was asked it is neither good nor bad', () => {
  for (const [share, tone] of [
    [1, 'ok'],
    [0.995, 'ok'],
    [0.9, 'warning'],
    [0.5, 'warning'],
    [0.49, 'unknown'],
    [0, 'unknown'],
    [null, 'muted'],
  ] as const)
    assert.equal(stripTone({ share }), tone, String(share))
})

test('bars of one tone are one path', () => {
  const paths = stripPaths([{ share: 1 }, { share: 0 }, { share: 1 }])
  assert.deepEqual(
    [...paths],
    [
      ['ok', 'M0 0h.68v1h-.68zM2 0h.68v1h-.68z'],
      ['unknown', 'M1 0h.68v1h-.68z'],
    ],
  )
})

test('never rounds an incomplete share up to complete', () => {
  for (const [share, percent] of [
    [1, 100],
    [0.999999, 99.99],
    [0.99985, 99.98],
    [0.5, 50],
    [0, 0],
  ] as const)
    assert.equal(sharePercent(share), percent)
})
