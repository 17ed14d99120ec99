import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Verdict } from '@busbar/uplink/handshake'
import { type BindingFacts, mayBind, stepOf, type TrustLevel, verdictOf } from './binding.rules.ts'

const of = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)
const [own, other] = [of(1), of(2)]
const unbound: BindingFacts = {
  pinned: null,
  isActivated: false,
  isKeptUnpinned: false,
  namedKey: null,
  isWindowOpen: true,
  isKeylessAllowed: false,
}
const late = { ...unbound, isWindowOpen: false }
const bound = { ...late, pinned: own, isActivated: true }

/** Trust of a connection without a proof, with the gateway's own (or acceptable) key, and with another key. */
const rows: readonly [
  about: string,
  facts: BindingFacts,
  none: TrustLevel,
  ours: TrustLevel,
  others: TrustLevel,
  Verdict,
  Verdict,
][] = [
  ['unbound, in its time', unbound, 'stranger', 'proven', 'proven', 'welcome', 'welcome'],
  ['unbound, too late', late, 'stranger', 'stranger', 'stranger', 'over', 'over'],
  ['unbound, with a named key', { ...unbound, namedKey: own }, 'stranger', 'proven', 'stranger', 'welcome', 'other'],
  ['the same, too late', { ...late, namedKey: own }, 'stranger', 'proven', 'stranger', 'welcome', 'other'],
  ['bound', bound, 'stranger', 'trusted', 'stranger', 'welcome', 'other'],
  ['bound, in its time', { ...bound, isWindowOpen: true }, 'stranger', 'trusted', 'stranger', 'welcome', 'other'],
  [
    'bound to another, named',
    { ...bound, pinned: other, namedKey: own },
    'stranger',
    'proven',
    'trusted',
    'welcome',
    'welcome',
  ],
  ['its network is gone', { ...bound, isActivated: false }, 'stranger', 'proven', 'stranger', 'welcome', 'other'],
  ['keyless', { ...unbound, isKeylessAllowed: true }, 'proven', 'proven', 'proven', 'welcome', 'welcome'],
  ['keyless, too late', { ...late, isKeylessAllowed: true }, 'stranger', 'stranger', 'stranger', 'over', 'over'],
  [
    'keyless, activated',
    { ...late, isKeylessAllowed: true, isActivated: true },
    'trusted',
    'trusted',
    'trusted',
    'over',
    'over',
  ],
  ['keyless no more', { ...late, isActivated: true }, 'stranger', 'stranger', 'stranger', 'over', 'over'],
  ['keyless beside a pin', { ...bound, isKeylessAllowed: true }, 'stranger', 'trusted', 'stranger', 'welcome', 'other'],
  [
    'activated of old',
    { ...late, isActivated: true, isKeptUnpinned: true },
    'trusted',
    'trusted',
    'trusted',
    'welcome',
    'welcome',
  ],
  [
    'of old, named',
    { ...late, isActivated: true, isKeptUnpinned: true, namedKey: own },
    'stranger',
    'trusted',
    'stranger',
    'welcome',
    'other',
  ],
]

describe('how far a connection has come', () => {
  for (const [about, facts, none, ours, others, toOurs, toOthers] of rows) {
    test(about, () => {
      assert.deepEqual(
        [null, own, other].map((key) => stepOf(key, facts)),
        [none, ours, others],
      )
      assert.deepEqual([verdictOf(own, facts), verdictOf(other, facts)], [toOurs, toOthers])
    })
  }

  test('a cloud that may give a code is trusted at least to do so', () => {
    for (const [about, facts] of rows) {
      for (const key of [null, own, other]) {
        if (mayBind(key, facts)) assert.notEqual(stepOf(key, facts), 'stranger', about)
      }
    }
    const ofOld = { ...late, isActivated: true, isKeptUnpinned: true }
    assert.equal(mayBind(own, ofOld), false, 'who is served for old times\u2019 sake binds nothing')
  })
})
