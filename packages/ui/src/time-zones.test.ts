import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameToday, zoneNames } from './time-zones.ts'

test('a renamed zone is found under either name, whichever the browser has', () => {
  for (const known of [['Europe/Kiev'], ['Europe/Kyiv'], ['Europe/Kiev', 'Europe/Kyiv']]) {
    assert.deepEqual(zoneNames(known, 'UTC'), ['Europe/Kiev', 'Europe/Kyiv', 'UTC'])
  }
  assert.equal(nameToday('Europe/Kiev'), 'Europe/Kyiv')
  assert.equal(nameToday('Europe/Warsaw'), 'Europe/Warsaw')
})

test('every name that is offered is one, and the chosen one is among them', () => {
  const names = zoneNames(Intl.supportedValuesOf('timeZone'), 'Etc/GMT-3')
  assert.ok(names.includes('Etc/GMT-3'))
  for (const timeZone of names) assert.ok(Intl.DateTimeFormat('en', { timeZone }))
  assert.equal(new Set(names).size, names.length)
})
