import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { actionTypes } from '@busbar/alerts/channels'
import type { AlertParamRow } from '../params.sql.ts'
import type { Definition, NewCondition } from './definition.rules.ts'
import { highestBitOf, rangeOf } from './value-range.rules.ts'
import { type WarningFacts, warningsOf } from './warnings.rules.ts'

const param = (some: Partial<AlertParamRow>): AlertParamRow =>
  ({
    valueType: 'u16',
    bitPosition: null,
    bitsAmount: null,
    multiplier: '1',
    shift: '0',
    precision: null,
    coding: null,
    ...some,
  }) as AlertParamRow

describe('range of a parameter, and its highest bit', () => {
  for (const [some, range, bit] of [
    [{}, [0, 65535], 15],
    [{ valueType: 's16' }, [-32768, 32767], 15],
    [{ valueType: 'u32' }, [0, 4294967295], 31],
    [{ valueType: 'u64' }, [0, 18_446_744_073_709_600_000], 63],
    [{ valueType: 'bit' }, [0, 1], 0],
    [{ valueType: 'u16', bitPosition: 4, bitsAmount: 8 }, [0, 255], 7],
    [{ valueType: 'bcd16' }, [0, 9999], 13],
    [{ multiplier: '0.1' }, [0, 6553.5], 12],
    [{ multiplier: '-0.1', shift: '100' }, [-6453.5, 100], null],
    [{ multiplier: '0.01', precision: 1 }, [0, 655.4], 9],
    [{ valueType: 's16', multiplier: '0.1', shift: '5' }, [-3271.8, 3281.7], null],
    [{ valueType: 'f32' }, null, null],
    [{ valueType: 'string' }, null, null],
    [{ coding: { scaleAt: 3 } }, null, null],
  ] as const) {
    test(JSON.stringify(some), () => {
      const found = rangeOf(param(some))
      assert.deepEqual(found, range === null ? null : { min: range[0], max: range[1] })
      assert.equal(highestBitOf(param(some)), bit)
    })
  }
})

const facts: WarningFacts = {
  params: new Map([
    [1, param({})],
    [2, param({ valueType: 'f32' })],
  ]),
  channels: new Set(actionTypes),
  isSmsOff: false,
}
const condition = (kind: NewCondition['kind'], value: number, paramId = 1): NewCondition => ({
  paramId,
  kind,
  value,
  holdSec: 0,
  deadband: 0,
})
const action = (type: (typeof actionTypes)[number], stage: 'active' | 'resolved' = 'active') => ({
  stage,
  timeoutMinutes: 0,
  type,
  recepient: type === 'write-param' ? null : 'x',
  paramId: null,
  value: null,
})

describe('conditions that no reading changes', () => {
  for (const [kind, value, is] of [
    ['g', 65535, 'never'],
    ['g', 65534, null],
    ['g', -1, 'always'],
    ['g', 0, null],
    ['ge', 65536, 'never'],
    ['ge', 65535, null],
    ['ge', 0, 'always'],
    ['l', 0, 'never'],
    ['l', 65536, 'always'],
    ['le', -1, 'never'],
    ['le', 65535, 'always'],
    ['eq', 70000, 'never'],
    ['eq', 1.5, null],
    ['neq', -5, 'always'],
    ['change-over', 65535, 'never'],
    ['change-over', 100, null],
    ['reading-error', 0, null],
    ['no-data', 999_999, null],
  ] as const) {
    test(`${kind} ${value}: ${is}`, () => {
      const warnings = is && [`conditions.0.value: is ${is} true: the parameter has values from 0 to 65535`]
      assert.deepEqual(
        warningsOf({ conditions: [condition(kind, value)], actions: [action('email')], policyId: null }, facts),
        warnings ?? [],
      )
      const ofFloat = { conditions: [condition(kind, value, 2)], actions: [action('email')], policyId: null }
      assert.deepEqual(warningsOf(ofFloat, facts), [])
    })
  }
})

describe('alerts that do nothing, or cannot', () => {
  const conditions = [condition('g', 5)]
  for (const [name, some, more, expected] of [
    ['all well', { conditions, actions: [action('sms'), action('webhook', 'resolved')] }, {}, []],
    [
      'nothing at all',
      { conditions: [], actions: [] },
      {},
      ['conditions: there are none, so the alert never begins', 'actions: nobody is told of it'],
    ],
    ['only a write', { conditions, actions: [action('write-param')] }, {}, ['actions: nobody is told of it']],
    ['only an escalation policy', { conditions, actions: [], policyId: 7 }, {}, []],
    [
      'no providers',
      { conditions, actions: [action('email'), action('voice-call'), action('sms', 'resolved')] },
      { channels: new Set(['email'] as const) },
      [
        'actions.1.type: the installation has no provider for voice-call',
        'followUps.0.type: the installation has no provider for sms',
      ],
    ],
    [
      'SMS off',
      { conditions, actions: [action('sms')] },
      { isSmsOff: true },
      ['actions.0.type: sms is switched off for the organization'],
    ],
  ] as const satisfies readonly (readonly [
    string,
    Pick<Definition, 'conditions' | 'actions'> & { policyId?: number },
    Partial<WarningFacts>,
    readonly string[],
  ])[]) {
    test(name, () => assert.deepEqual(warningsOf({ policyId: null, ...some }, { ...facts, ...more }), expected))
  }
})
