import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasons } from '@busbar/polling/testing'
import * as fc from 'fast-check'
import { hasLogText, logText, logTexts } from './log-texts.ts'

const gapsIn = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap).toSorted()

test('every language says the same things, with the same gaps', () => {
  for (const [lang, some] of Object.entries(logTexts)) {
    assert.deepEqual(Object.keys(some), Object.keys(logTexts.en), lang)
    for (const [word, text] of Object.entries(some)) {
      assert.match(text, /^\S(.*\S)?$/, `${lang} ${word}`)
      assert.deepEqual(gapsIn(text), gapsIn(logTexts.en[word] ?? ''), `${lang} ${word}`)
    }
  }
})

test('every reason of ours has words', () => {
  for (const reason of Object.keys(reasons)) assert.ok(hasLogText(`reason.${reason}`), reason)
  assert.equal(hasLogText('toString'), false)
})

test('what is filled in is left as it is', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (param, value) => {
      assert.equal(logText('en', 'is', { param, value }), `${param}: ${value}`)
    }),
  )
  assert.equal(logText('en', 'is', { param: '{value}$&', value: '{param}' }), '{value}$&: {param}')
})
