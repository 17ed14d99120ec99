import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { writeLimits, writeProblem } from './write.rules.ts'

type Param = AnswerOf<'devices', 'params'>[number]
const param = (fields: Partial<Param>): Param => ({
  id: 1,
  deviceId: 1,
  name: 'Set-point',
  slug: 'set-point',
  fullName: 'Set-point',
  address: 0,
  registerKind: 'holding',
  valueType: 'u16',
  isTracked: true,
  isProgrammable: true,
  ...fields,
})

for (const [fields, typed, gives] of [
  [{}, '65535', null],
  [{}, '65536', 'out-of-range'],
  [{}, '-1', 'out-of-range'],
  [{}, '', 'not-decimal'],
  [{}, 'NaN', 'not-decimal'],
  [{ valueType: 's16' }, '-32768', null],
  [{ multiplier: '0.1' }, '6553.5', null],
  [{ multiplier: '0.1' }, '6553.6', 'out-of-range'],
  [{ min: '10', max: '120' }, '9', 'below-min'],
  [{ min: '10', max: '120' }, '999', 'above-max'],
  [{ min: '10', max: '120' }, '61.5', null],
  [{ valueType: 'float' }, '3.5', null],
  [{ valueType: 'string', bitsAmount: 32 }, 'abcd', null],
  [{ valueType: 'string', bitsAmount: 32 }, 'abcde', 'too-long'],
] as const) {
  test(`${JSON.stringify(fields)} "${typed}" gives ${gives ?? 'nothing'}`, () =>
    assert.equal(writeProblem(param(fields as Partial<Param>), typed)?.name ?? null, gives))
}

for (const [fields, min, max] of [
  [{}, '0', '65535'],
  [{ valueType: 's16', multiplier: '0.1' }, '-3276.8', '3276.7'],
  [{ min: '10' }, '10', '65535'],
  [{ valueType: 'float' }, null, null],
  [{ valueType: 'string', bitsAmount: 32 }, null, null],
] as const) {
  test(`the limits of ${JSON.stringify(fields)}`, () =>
    assert.deepEqual(writeLimits(param(fields as Partial<Param>)), { min, max }))
}
