import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { ownPath } from './search.rules.ts'

test('only places of our own are ways back', () => {
  for (const own of ['/', '/overview', '/devices/7?tab=log#top', '/params/3?and=%5B1%5D', '/a//b', '/a%5Cb']) {
    assert.equal(ownPath(own), own)
  }
  for (const other of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '\\/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'overview',
    '',
    ' /overview',
    '/sign-in',
    '/sign-in?back=/sign-in',
    '/x/../sign-in',
    7,
    null,
    ['/overview'],
  ]) {
    assert.equal(ownPath(other), null, JSON.stringify(other))
  }
})

test('whatever is let through keeps its origin wherever it is opened', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('/\\.\t\n @:?#%a2f')), maxLength: 12 })
  fc.assert(
    fc.property(text, (rest) => {
      const path = ownPath(`/${rest}`)
      if (path === null) return
      assert.equal(new URL(path, 'https://busbar.example').origin, 'https://busbar.example')
      assert.equal(ownPath(path), path)
    }),
  )
})
