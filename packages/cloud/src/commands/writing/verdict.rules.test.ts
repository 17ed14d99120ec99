import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CommandProgress, type CommandValues, mayHaveChanged, verdictOf } from './verdict.rules.ts'

const of = (text: string) => ({ shown: text, exact: text })
const values = (after: CommandValues['after'], old = '1'): CommandValues => ({ old: of(old), wanted: of('2'), after })
const sent = (failure: CommandProgress['failure'], done = 0, all = 1): CommandProgress => ({
  done,
  total: all,
  failure,
})
const same = { ok: of('1') }
const wanted = { ok: of('2') }
const lost = { err: 'Timeout' } as const

const rows: readonly (readonly [name: string, sent: CommandProgress, values: CommandValues, gives: object])[] = [
  ['done', sent(null, 1), values(wanted), { outcome: 'done', value: '2' }],
  ['done, in the device’s own way', sent(null, 1), values({ ok: of('1.9') }), { outcome: 'done', value: '1.9' }],
  [
    'confirmed and not seen',
    sent(null, 1),
    values(lost),
    { outcome: 'unclear', why: /confirmed 2.*read back: Timeout/ },
  ],
  ['no connection', sent('no-connection'), values(null), { outcome: 'not-sent', reason: 'NoConnection' }],
  ['too late', sent('expired'), values(null), { outcome: 'not-sent', reason: 'Overloaded' }],
  ['too many', sent('full'), values(null), { outcome: 'not-sent', reason: 'Overloaded' }],
  ['no way', sent('GatewayPathUnavailable'), values(null), { outcome: 'not-sent', reason: 'GatewayPathUnavailable' }],
  ['failed before', { ...sent('timeout'), isUnsent: true }, values(null), { outcome: 'not-sent', reason: 'Timeout' }],
  ['refused', sent('IllegalDataValue'), values(null), { outcome: 'refused', reason: 'IllegalDataValue' }],
  ['refused in its own words', sent('Exception99'), values(null), { outcome: 'refused', reason: 'Exception99' }],
  ['silent, and done', sent('timeout'), values(wanted), { outcome: 'done', value: '2' }],
  [
    'silent, and as it was',
    sent('timeout'),
    values(same),
    { outcome: 'unclear', why: /Timeout; the device now holds 1/ },
  ],
  ['silent, and it was so before', sent('timeout'), values(wanted, '2'), { outcome: 'unclear', why: /holds 2/ }],
  ['cut', sent('closed'), values(lost), { outcome: 'unclear', why: /NoConnection$/ }],
  ['half', sent('IllegalDataValue', 1, 2), values(same), { outcome: 'unclear', why: /1 of 2.*IllegalDataValue/ }],
]

describe('outcome of a command', () => {
  for (const [name, given, known, gives] of rows) {
    test(name, () => {
      const verdict = verdictOf(given, known)
      if (verdict.outcome !== 'unclear') return assert.deepEqual(verdict, gives)
      const expected = gives as { outcome: string; why: RegExp }
      assert.equal(expected.outcome, 'unclear')
      assert.match(verdict.why, expected.why)
    })
  }

  test('a command that cannot have changed anything is not read back', () => {
    for (const failure of ['no-connection', 'expired', 'full', 'IllegalFunction', 'ServerDeviceBusy'] as const) {
      assert.equal(mayHaveChanged(sent(failure)), false, failure)
      assert.equal(mayHaveChanged(sent(failure, 1, 2)), true, failure)
    }
    for (const failure of [
      'timeout',
      'crc',
      'closed',
      'malformed',
      'aborted',
      'Acknowledge',
      'ServerDeviceFailure',
      'GatewayTargetDeviceFailedToRespond',
    ] as const) {
      assert.equal(mayHaveChanged(sent(failure)), true, failure)
    }
  })
})
