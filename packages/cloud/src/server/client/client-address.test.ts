import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AddressRanges } from '@busbar/kit/net'
import * as fc from 'fast-check'
import { TrustedProxies } from './client-address.ts'
import { addressOf, forwardedHops } from './forwarded.ts'

const proxies = new TrustedProxies(AddressRanges.of('10.0.0.0/24', 'fd00::/16'))
const clientOf = (remoteAddress: string, headers: Record<string, string>, encrypted = false) => {
  const { address, isHttps } = proxies.clientOf({ headers, socket: { remoteAddress, encrypted } })
  return `${address} ${isHttps ? 'https' : 'http'}`
}
const xff = (list: string, proto?: string) => ({
  'x-forwarded-for': list,
  ...(proto !== undefined && { 'x-forwarded-proto': proto }),
})

test('trusts only headers of trusted proxies, read from the right', () => {
  const rows: [string, Record<string, string>, string][] = [
    // A peer that is no proxy says nothing of others.
    ['192.0.2.9', xff('6.6.6.6', 'https'), '192.0.2.9 http'],
    ['192.0.2.9', { forwarded: 'for=6.6.6.6;proto=https' }, '192.0.2.9 http'],
    ['10.0.1.1', xff('6.6.6.6'), '10.0.1.1 http'],
    // One proxy: values sent by the client itself remain on the left.
    ['10.0.0.1', {}, '10.0.0.1 http'],
    ['10.0.0.1', xff('192.0.2.9', 'https'), '192.0.2.9 https'],
    ['10.0.0.1', xff('6.6.6.6, 192.0.2.9'), '192.0.2.9 http'],
    ['10.0.0.1', xff('10.0.0.7, 192.0.2.9'), '192.0.2.9 http'],
    ['::ffff:10.0.0.1', xff('::ffff:192.0.2.9'), '192.0.2.9 http'],
    // Two proxies, and a chain of proxies alone.
    ['10.0.0.1', xff('6.6.6.6,192.0.2.9,10.0.0.2'), '192.0.2.9 http'],
    ['10.0.0.1', xff('10.0.0.3, 10.0.0.2'), '10.0.0.3 http'],
    ['10.0.0.1', xff('192.0.2.9, 10.0.0.2', 'https, http'), '192.0.2.9 https'],
    ['10.0.0.1', xff('192.0.2.9, 10.0.0.2', 'https'), '192.0.2.9 https'],
    ['10.0.0.1', xff('6.6.6.6, 192.0.2.9', 'https, http'), '192.0.2.9 http'],
    // Ports, brackets, zones.
    ['fd00::1', xff('[2001:db8::1]:4711'), '2001:db8::1 http'],
    ['fd00::1', xff('2001:DB8:0::1'), '2001:db8::1 http'],
    ['fd00::1%eth0', xff('192.0.2.9:4711'), '192.0.2.9 http'],
    ['fe80::2%eth0', xff('192.0.2.9'), 'fe80::2 http'],
    ['10.0.0.1', xff('fe80::1%eth0'), 'fe80::1 http'],
    ['10.0.0.1', { forwarded: 'for="[2001:db8::1%25eth0]:1"' }, '2001:db8::1 http'],
    // An invalid address ends the chain: the proxy that added it counts as the client.
    ['10.0.0.1', xff('192.0.2.9, unknown'), '10.0.0.1 http'],
    ['10.0.0.1', xff('192.0.2.9, 10.0.0.2, x, 10.0.0.3'), '10.0.0.3 http'],
    ['10.0.0.1', xff('192.0.2.9,'), '10.0.0.1 http'],
    ['10.0.0.1', xff('192.0.2.256'), '10.0.0.1 http'],
    ['10.0.0.1', { 'x-forwarded-proto': 'https' }, '10.0.0.1 https'],
    // The standard header.
    ['10.0.0.1', { forwarded: 'For="[2001:db8::1]:4711";Proto=HTTPS;by=10.0.0.1' }, '2001:db8::1 https'],
    ['10.0.0.1', { forwarded: 'for=6.6.6.6, for=192.0.2.9;proto=http, for=10.0.0.2' }, '192.0.2.9 http'],
    ['10.0.0.1', { forwarded: 'for=_hidden;proto=https' }, '10.0.0.1 https'],
    ['10.0.0.1', { forwarded: 'for="6.6.6.6, for=192.0.2.9' }, '10.0.0.1 http'],
    ['10.0.0.1', { forwarded: 'for=6.6.6.6;x=", for="[2001:db8::1]"' }, '10.0.0.1 http'],
    ['10.0.0.1', { forwarded: 'for=6.6.6.6;for=192.0.2.9' }, '10.0.0.1 http'],
    ['10.0.0.1', { forwarded: 'for=6.6.6.6 for=192.0.2.9' }, '10.0.0.1 http'],
    // Two headers that disagree: one of them is the client's own.
    ['10.0.0.1', { ...xff('192.0.2.9'), forwarded: 'for=192.0.2.9' }, '192.0.2.9 http'],
    ['10.0.0.1', { ...xff('192.0.2.9'), forwarded: 'for=6.6.6.6' }, '10.0.0.1 http'],
    ['10.0.0.1', { ...xff('6.6.6.6'), forwarded: 'for=192.0.2.9' }, '10.0.0.1 http'],
    ['10.0.0.1', { ...xff('192.0.2.9'), forwarded: '"' }, '10.0.0.1 http'],
  ]
  for (const [peer, headers, expected] of rows) {
    assert.equal(clientOf(peer, headers), expected, `${peer} ${JSON.stringify(headers)}`)
  }
  assert.equal(clientOf('192.0.2.9', {}, true), '192.0.2.9 https')
  assert.equal(clientOf('10.0.0.1', xff('192.0.2.9'), true), '192.0.2.9 https')
  assert.equal(clientOf('10.0.0.1', xff('192.0.2.9', 'http'), true), '192.0.2.9 http')
  assert.ok(proxies.has('::ffff:10.0.0.9') && !proxies.has('10.0.1.9'))
})

test('whatever a client sends, the proxy has the last word', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('for=;,"\\ .:[]0169abxproto')), maxLength: 60 })
  const header = fc.constantFrom('x-forwarded-for', 'forwarded')
  const added = { 'x-forwarded-for': ', 192.0.2.9', forwarded: ', for="[2001:db8::1]:99";by=a' }
  const truth = { 'x-forwarded-for': '192.0.2.9', forwarded: '2001:db8::1' }
  fc.assert(
    fc.property(header, text, (name, sent) => {
      const { address } = proxies.clientOf({
        headers: { [name]: sent + added[name as 'forwarded'] },
        socket: { remoteAddress: '10.0.0.1' },
      })
      assert.ok([truth[name as 'forwarded'], '10.0.0.1'].includes(address), `${sent} gave ${address}`)
    }),
  )
})

test('parses the headers that a proxy writes', () => {
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6().map((one) => `[${one}]`),
  )
  const port = fc.option(fc.integer({ min: 0, max: 65_535 }), { nil: null })
  const hop = fc.record({ address, port, isHttps: fc.option(fc.boolean()) })
  fc.assert(
    fc.property(fc.array(hop, { minLength: 1, maxLength: 5 }), (hops) => {
      const written = hops.map(
        (one) =>
          `for="${one.address}${one.port === null ? '' : `:${one.port}`}"` +
          (one.isHttps === null ? '' : `; proto=${one.isHttps ? 'https' : 'http'}`),
      )
      const expected = hops.map((one) => ({ address: addressOf(one.address), isHttps: one.isHttps }))
      assert.deepEqual(forwardedHops(written.join(' , ')), expected)
      assert.ok(expected.every((one) => one.address !== null))
    }),
  )
})
