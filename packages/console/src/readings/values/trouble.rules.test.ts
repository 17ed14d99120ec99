import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finding } from './trouble.rules.ts'
import { countsOf, type DeviceTrouble, findingOf, type PolledDevice } from './trouble.rules.ts'

const device = (trouble?: DeviceTrouble, fields: Partial<PolledDevice> = {}): PolledDevice => ({
  deviceId: 1,
  name: 'Pump',
  modbusUnitId: 4,
  state: 'ok',
  updatePeriodSec: 60,
  ...(trouble !== undefined && { trouble }),
  ...fields,
})
const finding = (rule: Finding['rule'], unit?: number): Finding => ({
  rule,
  level: 'warning',
  evidence: {},
  ...(unit !== undefined && { unit }),
})
const noAnswer: DeviceTrouble = { kind: 'no-answer', reason: 'Timeout' }

test('counts devices that are read and those that are not, without paused ones and those with nothing to read', () => {
  const line = [device(noAnswer), device(), device({ kind: 'paused' }), device(undefined, { state: 'nothing-to-read' })]
  assert.deepEqual(countsOf(line), { all: 2, silent: 1 })
})

for (const [what, trouble, findings, rule] of [
  ['a dead unit', noAnswer, [finding('unit-silent', 4)], 'unit-silent'],
  ['a unit id without a unit', noAnswer, [finding('unit-never-answered', 4)], 'unit-never-answered'],
  ['another unit that answers', noAnswer, [finding('other-unit-answers', 4)], 'other-unit-answers'],
  ['a unit that is slow and read', undefined, [finding('unit-slow', 4)], 'unit-slow'],
  ['a unit that answers too late', noAnswer, [finding('late-answers', 4)], 'late-answers'],
  [
    'its own verdict before that of the line',
    noAnswer,
    [finding('line-noise'), finding('unit-silent', 4)],
    'unit-silent',
  ],
  ['a silent line', noAnswer, [finding('line-silent')], 'line-silent'],
  ['a lost connection', { kind: 'link-down' }, [finding('no-connection')], 'no-connection'],
  ['a full line', noAnswer, [finding('overload')], undefined],
  ['a disturbed line while it is read', undefined, [finding('line-noise')], undefined],
  ['the fault of another unit', noAnswer, [finding('unit-silent', 5)], undefined],
  ['a paused device', { kind: 'paused' }, [finding('no-connection')], undefined],
  ['a calculated device', { kind: 'no-answer', reason: 'InputOld' }, [finding('line-silent')], undefined],
] as const satisfies readonly (readonly [
  string,
  DeviceTrouble | undefined,
  readonly Finding[],
  string | undefined,
])[]) {
  test(`the verdict about ${what}: ${rule ?? 'none'}`, () =>
    assert.equal(findingOf(device(trouble), findings)?.rule, rule))
}
