import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasons } from '@busbar/polling/testing'
import * as fc from 'fast-check'
import { hasLogText, logText } from './log-texts.ts'

test('every reason of ours has words', () => {
  for (const reason of Object.keys(reasons)) assert.ok(hasLogText(`reason.${reason}`), reason)
  assert.equal(hasLogText('toString'), false)
})

test('inserted values stay unchanged', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (param, value) => {
      assert.equal(logText('en', 'is', { param, value }), `${param}: ${value}`)
    }),
  )
  assert.equal(logText('en', 'is', { param: '{value}$&', value: '{param}' }), '{value}$&: {param}')
})
