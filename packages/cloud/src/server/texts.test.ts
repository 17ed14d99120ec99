import assert from 'node:assert/strict'
import { test } from 'node:test'
import { texts, textsOf } from '@busbar/messaging/texts'
import { registerKinds, valueTypes } from '@busbar/modbus'
import { roles } from '../accounts/access/roles.ts'
import { errors } from './errors.ts'

test('whatever the API has names for has texts', () => {
  const named = {
    role: roles,
    'register-kind': registerKinds,
    'value-type': valueTypes,
    'alert-level': ['none', 'info', 'warning', 'failure', 'critical'],
    error: Object.keys(errors),
  }
  for (const [group, names] of Object.entries(named)) {
    const known = Object.keys(texts.en.names).filter((key) => key.startsWith(`${group}.`))
    assert.deepEqual(known.toSorted(), names.map((name) => `${group}.${name}`).toSorted())
  }
})

test('unknown keys are left out, and so are those of every object', () => {
  assert.deepEqual(textsOf('ua', ['role.owner', 'role.king', 'toString', '__proto__']), { 'role.owner': 'Власник' })
  assert.deepEqual(textsOf('pl'), texts.pl.names)
})
