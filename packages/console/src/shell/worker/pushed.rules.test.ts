import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmOutcome, parsePush } from './pushed.rules.ts'

const pushed = {
  topic: 'x',
  stage: 'active',
  level: 'critical',
  name: 'Too hot',
  place: 'Boiler house / Boiler 2',
  language: 'uk',
  path: '/alerts/7',
  confirm: '/confirm/0e9a7c1e-0b6c-4a53-9a55-3f1f3c1c8b01?episode=1&additions=0',
  on: 1_794_000_000_000,
}

test('parses push messages', () => {
  assert.deepEqual(parsePush(JSON.stringify(pushed)), pushed)
  assert.deepEqual(parsePush(JSON.stringify({ ...pushed, confirm: null })), { ...pushed, confirm: null })
})

for (const [what, text] of [
  ['nothing', ''],
  ['no object', '7'],
  ['a stage that is unknown', JSON.stringify({ ...pushed, stage: 'later' })],
  ['a way out', JSON.stringify({ ...pushed, path: '//elsewhere.example' })],
  ['another site', JSON.stringify({ ...pushed, path: 'https://elsewhere.example' })],
  ['a confirmation elsewhere', JSON.stringify({ ...pushed, confirm: 'https://elsewhere.example/confirm/' })],
] as const) {
  test(`${what} is not`, () => assert.equal(parsePush(text), null))
}

for (const [status, body, came] of [
  [200, { outcome: 'confirmed' }, 'confirmed'],
  [409, { outcome: 'confirmed-before' }, 'confirmed-before'],
  [409, { outcome: 'inactive' }, 'inactive'],
  [404, { outcome: 'gone' }, 'gone'],
  [500, { outcome: 'failed' }, 'failed'],
  [502, null, 'failed'],
] as const) {
  test(`${status} ${body?.outcome ?? ''} is ${came}`, () => assert.equal(confirmOutcome(status, body), came))
}
