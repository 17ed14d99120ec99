import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Control } from './items.contract.ts'
import { controlProblem } from './visualizations.http.ts'

const paramId = 1
const rows: [string, Control, string, RegExp | null][] = [
  ['a switch writes its two values', { kind: 'switch', paramId, on: '5', off: '2' }, '2', null],
  ['and no others', { kind: 'switch', paramId }, '2', /1 or 0/],
  ['a button writes one', { kind: 'button', paramId, on: '9' }, '9', null],
  ['and no other', { kind: 'button', paramId, on: '9' }, '1', /writes 9/],
  ['a slider stays within its limits', { kind: 'slider', paramId, min: 30, max: 100 }, '30', null],
  ['not below', { kind: 'slider', paramId, min: 30, max: 100 }, '29.9', /below 30/],
  ['nor above', { kind: 'setPoint', paramId, max: 0.3 }, '0.30000001', /above 0.3/],
  ['what is no number has no place in limits', { kind: 'setPoint', paramId, min: 0 }, 'x', /decimal/],
  ['without limits the parameter alone decides', { kind: 'setPoint', paramId }, 'x', null],
]

for (const [says, control, value, problem] of rows) {
  test(`a control: ${says}`, () => {
    const found = controlProblem(control, value)
    if (problem === null) assert.equal(found, null)
    else assert.match(found ?? '', problem)
  })
}
