import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { dataFolderIn, testFolder } from '../../testing/folder.ts'
import { Activation } from '../activation.ts'
import { readSensors } from '../power/supply.ts'
import { PasswordProblem, UserPassword } from '../user-password.ts'

const started = <T extends { start(): void }>(part: T): T => {
  part.start()
  return part
}

describe('activation', () => {
  const facts = {
    infrastructureName: 'Mill',
    infrastructureShortUrl: 'm',
    domain: 'mill.example',
    endpointId: '7',
    endpointName: 'Hall',
    propertyId: '9',
    propertyName: 'Site',
    pin: '12345678',
    hasBonusesEur: '0',
    activeTill: '2027-01-01T00:00:00Z',
    supportEmail: 'help@mill.example',
  }
  const open = (folder: string, now = '2026-11-15T00:00:00Z') =>
    started(new Activation({ folder: dataFolderIn(folder), now: () => new Date(now) }))

  test('stores an activation, ends it at its time and revokes it', (t) => {
    const folder = testFolder(t)
    open(folder).set(facts)
    assert.deepEqual(open(folder).status(), facts)
    assert.deepEqual(open(folder, '2027-01-01T00:00:00Z').status(), { ...facts, activeTill: null })
    open(folder).set({ ...facts, activeTill: null })
    assert.equal(open(folder).status().pin, '')
  })
})

test('the user exists once a password is set', (t) => {
  const folder = testFolder(t)
  const open = () => started(new UserPassword({ folder: dataFolderIn(folder) }))
  assert.equal(open().get(), undefined)
  for (const bad of ['four', 'with space', 'żółć-żółć', 'x'.repeat(65)]) {
    assert.throws(() => open().set(bad), PasswordProblem)
  }
  open().set('seven-7')
  assert.equal(open().get(), 'seven-7')
  open().set(null)
  assert.equal(open().get(), undefined)
})

test('reports measured values, and null for values that this box does not measure', (t) => {
  const root = testFolder(t)
  const put = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), `${text}\n`)
  }
  assert.deepEqual(readSensors(root), { voltage: null, temperature: null })
  put('class/thermal/thermal_zone0/temp', '21000')
  put('class/thermal/thermal_zone0/type', 'acpitz')
  assert.equal(readSensors(root).temperature, '21.0')
  put('class/thermal/thermal_zone1/temp', '47250')
  put('class/thermal/thermal_zone1/type', 'cpu-thermal')
  put('class/hwmon/hwmon0/in0_label', 'Vcore')
  put('class/hwmon/hwmon0/in0_input', '1100')
  assert.deepEqual(readSensors(root), { voltage: null, temperature: '47.3' })
  put('class/hwmon/hwmon1/in3_label', 'VIN')
  put('class/hwmon/hwmon1/in3_input', '23870')
  assert.equal(readSensors(root).voltage, '23.9')
  put('class/thermal/thermal_zone1/temp', 'nothing')
  assert.equal(readSensors(root).temperature, null)
})
