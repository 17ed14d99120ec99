import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JudgedAlert } from '../alert.ts'
import type { Fact } from '../alert-state.ts'
import { newState, step } from '../engine/step.ts'
import { at, condition, fails, judged, nowAt, reads } from '../engine/testing/judged.ts'
import { outageNetIdOf } from './message-snapshot.ts'

const net = (sec: number, isConnected: boolean, netId = 1): Fact => ({ kind: 'net', netId, on: at(sec), isConnected })
const error = condition('reading-error', 0)
const silent = condition('no-data', 60)
const tooHigh = condition('g', 10, { id: 2 })
const elsewhere = condition('reading-error', 0, { id: 3, paramId: 3 })
const alert = (conditions: JudgedAlert['conditions'], more: Partial<JudgedAlert> = {}): JudgedAlert =>
  judged({ conditions, ...more })
const all = { conditionLogic: 'all' } as const

test('an alert belongs to an outage if it was caused by the silence of the network', () => {
  const rows: [JudgedAlert, Fact[], number | null][] = [
    [alert([error]), [fails(10, 'NoConnection')], 1],
    [alert([error]), [net(5, false), fails(10, 'Timeout')], 1],
    [alert([error]), [fails(10, 'Timeout')], null],
    [alert([error]), [net(5, false, 2), fails(10, 'Timeout')], null],
    [alert([error]), [net(5, false), net(8, true), fails(10, 'Timeout')], null],
    [alert([error], { isOutageHeldBack: false }), [fails(10, 'NoConnection')], null],
    [alert([silent]), [net(5, false)], 1],
    [alert([silent]), [fails(10, 'NoConnection')], 1],
    [alert([silent]), [], null],
    [alert([error, tooHigh]), [reads(5, 11), fails(10, 'NoConnection')], null],
    [alert([error, tooHigh], all), [reads(5, 11), fails(10, 'NoConnection')], 1],
    [alert([error, elsewhere]), [fails(10, 'NoConnection'), fails(10, 'NoConnection', 3)], 1],
    [alert([error, elsewhere]), [fails(10, 'NoConnection'), fails(10, 'Timeout', 3)], null],
    [alert([tooHigh]), [net(5, false), reads(10, 11)], null],
    [alert([error]), [fails(10, 'NoConnection'), reads(20, 1)], null],
  ]
  for (const [judgedAlert, facts, expected] of rows) {
    const begun = step(judgedAlert, newState(judgedAlert, nowAt(0)), [], nowAt(0)).state
    const { state } = step(judgedAlert, begun, facts, nowAt(100))
    assert.equal(outageNetIdOf(judgedAlert, state), expected, JSON.stringify(facts))
  }
})
