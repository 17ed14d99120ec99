import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import {
  addressOf,
  doOverlap,
  hostsOf,
  isInside,
  maskOf,
  networkAround,
  networkText,
  parseNetwork,
  prefixOf,
} from './network.ts'

const network = (text: string) => parseNetwork(text) ?? assert.fail(`${text} is no network`)

describe('networks', () => {
  for (const [one, other, do_] of [
    ['10.0.0.0/24', '10.0.0.128/25', true],
    ['10.0.0.0/24', '10.0.1.0/24', false],
    ['0.0.0.0/0', '198.18.0.0/15', true],
    ['198.18.0.1/32', '198.18.0.0/15', true],
    ['198.20.0.0/32', '198.18.0.0/15', false],
    ['10.0.0.1/32', '10.0.0.1/32', true],
  ] as const) {
    test(`${one} and ${other} ${do_ ? 'overlap' : 'do not overlap'}`, () => {
      assert.equal(doOverlap(network(one), network(other)), do_)
      assert.equal(doOverlap(network(other), network(one)), do_)
    })
  }

  for (const wrong of [
    '10.0.0.1/24',
    '10.0.0.0/33',
    '10.0.0.0',
    '10.0.0/24',
    '::/0',
    '',
    '10.0.0.0/24 ',
    '010.0.0.0/8',
  ])
    test(`${wrong || 'nothing'} is none`, () => assert.equal(parseNetwork(wrong), null))

  test('hosts are without the first and the last', () => {
    const { from, to } = hostsOf(network('198.18.0.0/15'))
    assert.deepEqual([addressOf(from), addressOf(to)], ['198.18.0.1', '198.19.255.254'])
  })

  test('any address is in the network around it, and masks and prefixes are one', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 1, max: 32 }), (address, prefix) => {
        const around = networkAround(address, prefix)
        assert.ok(isInside(address, around))
        assert.deepEqual(parseNetwork(networkText(around)), around)
        assert.equal(prefixOf(maskOf(prefix)), prefix)
      }),
    )
  })

  test('two networks overlap where one has the first address of the other', () => {
    const any = fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map(([ip, bits]) => networkAround(ip, bits))
    fc.assert(
      fc.property(any, any, (one, other) => {
        const isOne = isInside(addressOf(one.first), other) || isInside(addressOf(other.first), one)
        assert.equal(doOverlap(one, other), isOne)
      }),
    )
  })
})
