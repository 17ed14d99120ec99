import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskedAddress, parseAddress } from './channels.ts'

test('addresses are checked before they are stored', () => {
  for (const [type, input, stored] of [
    ['ntfy', ' https://ntfy.sh/plant-1 ', 'https://ntfy.sh/plant-1'],
    ['ntfy', 'https://:tk_1@ntfy.example.org/a/plant', 'https://:tk_1@ntfy.example.org/a/plant'],
    ['ntfy', 'http://ntfy.sh/plant', null],
    ['ntfy', 'https://ntfy.sh/', null],
    ['ntfy', 'https://ntfy.sh/plant?x=1', null],
    ['telegram', '123456789', '123456789'],
    ['telegram', '-1001234567890', '-1001234567890'],
    ['telegram', '@plant_alerts', '@plant_alerts'],
    ['telegram', '0', null],
    ['telegram', 'anna', null],
    ['telegram', '9'.repeat(19), null],
  ] as const)
    assert.equal(parseAddress(type, input), stored, input)
})

test('users who may not edit an alert see only the host of a topic', () => {
  assert.equal(maskedAddress('ntfy', 'https://:tk_1@ntfy.example.org/plant'), 'https://ntfy.example.org/…')
  assert.equal(maskedAddress('telegram', '-100123'), '-100123')
})
