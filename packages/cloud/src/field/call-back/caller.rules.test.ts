import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { judge, keyIdOf, networkOf } from './caller.rules.ts'

const [mine, other, none] = [Uint8Array.of(1, 2), Uint8Array.of(1, 3), new Uint8Array()]
const anotherKey = { refused: 'a caller with this MAC and another key was refused' }
const noKey = { refused: 'a caller with this MAC and no key was refused' }
const notAllowed = { refused: 'the gateway has no key, and the network does not allow that' }

describe('which callers may represent a network', () => {
  for (const [about, pinned, key, isKeylessAllowed, verdict] of [
    ['its own key', mine, mine, false, 'accept'],
    ['another key', mine, other, false, anotherKey],
    ['another key, where none is needed', mine, other, true, anotherKey],
    ['no key beside a pinned one', mine, null, true, noKey],
    ['the first key', null, mine, false, 'pin'],
    ['the first key, where none is needed', null, mine, true, 'pin'],
    ['no key', null, null, false, notAllowed],
    ['no key, where none is needed', null, null, true, 'accept'],
    ['no key, as when it was bound', none, null, true, 'accept'],
    ['no key, as when it was bound, but not allowed', none, null, false, notAllowed],
    ['a key, where it had none', none, mine, true, anotherKey],
  ] as const) {
    test(about, () => assert.deepEqual(judge(pinned, key, isKeylessAllowed), verdict))
  }
})

test('the network that a source is in', () => {
  for (const [source, network] of [
    ['192.0.2.7', '192.0.2'],
    ['2001:db8:1:2', '2001:db8:1'],
    ['0:0:0:0', '0:0:0'],
    ['', ''],
  ] as const) {
    assert.equal(networkOf(source), network)
  }
})

test('a key has a name', () => assert.equal(keyIdOf(new Uint8Array(32)), '66687aadf862bd77'))
