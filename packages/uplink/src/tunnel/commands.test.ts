import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { addLink, type Command, loadRules, removePeer, setAddress, setMark, setPeer, setupText } from './commands.ts'
import { parseDump } from './dump.ts'
import { gatewayRules, hubRules, noGatewayRules } from './rules.ts'
import { isTunnelKey, newTunnelKey, publicKeyOf } from './wireguard.ts'

const key = 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE='
const commandLine = ({ program, args }: Command): string => [program, ...args].join(' ')

describe('commands are argument lists', () => {
  for (const [made, line] of [
    [addLink('bbwg0'), 'ip link add bbwg0 type wireguard'],
    [setAddress('bbwg0', '198.18.0.2', 32), 'ip address replace 198.18.0.2/32 dev bbwg0'],
    [setMark('bbwg0', 0xb2), 'wg set bbwg0 fwmark 178'],
    [
      setPeer('bbhub0', { publicKey: key, allowed: '198.18.0.2/32' }),
      `wg set bbhub0 peer ${key} allowed-ips 198.18.0.2/32`,
    ],
    [removePeer('bbhub0', key), `wg set bbhub0 peer ${key} remove`],
    [loadRules('flush ruleset'), 'nft -f -'],
  ] as const)
    test(line, () => assert.equal(commandLine(made), line))
})

test('a setup as wg reads it', () => {
  const peers = [
    { publicKey: key, allowed: '198.18.0.1/32', endpoint: '10.0.0.1:51820', keepaliveSec: 25 },
    { publicKey: key, allowed: '198.18.0.3/32' },
  ]
  assert.equal(
    setupText({ privateKey: key, listenPort: 51_820, fwmark: 0xb1, peers }),
    `[Interface]
PrivateKey = ${key}
ListenPort = 51820
FwMark = 177
[Peer]
PublicKey = ${key}
AllowedIPs = 198.18.0.1/32
Endpoint = 10.0.0.1:51820
PersistentKeepalive = 25
[Peer]
PublicKey = ${key}
AllowedIPs = 198.18.0.3/32
`,
  )
})

test('the rules name their interface', () => {
  assert.match(gatewayRules('bbwg0', '198.18.0.2', false), /bbwg0_in iifname != "bbwg0" ip daddr 198\.18\.0\.2 drop\n/)
  assert.match(gatewayRules('bbwg0', '198.18.0.2', false), /bbwg0_through iifname "bbwg0" drop/)
  assert.doesNotMatch(gatewayRules('bbwg1', '10.9.0.2', true), /through/)
  assert.match(noGatewayRules('bbwg1'), /delete chain inet busbar_gateway bbwg1_in\n/)
  assert.match(hubRules('bbhub0'), /iifname "bbhub0" ct state established,related accept\n {4}iifname "bbhub0" drop/)
})

describe('parses the output of wg', () => {
  const interfaceLine = `${key}\t${key}\t51820\t0xb1\n`
  test('of an interface and its peers', () => {
    const text = `${interfaceLine}${key}\t(none)\t10.0.0.1:40000\t198.18.0.2/32,10.0.0.0/8\t1794782730\t148\t92\t25\n${key}\t(none)\t(none)\t(none)\t0\t0\t0\toff\n`
    assert.deepEqual(parseDump(text), {
      publicKey: key,
      listenPort: 51_820,
      fwmark: 0xb1,
      peers: [
        {
          publicKey: key,
          endpoint: '10.0.0.1:40000',
          allowed: ['198.18.0.2/32', '10.0.0.0/8'],
          handshakeSec: 1_794_782_730,
          receivedBytes: 148,
          sentBytes: 92,
        },
        { publicKey: key, endpoint: null, allowed: [], handshakeSec: null, receivedBytes: 0, sentBytes: 0 },
      ],
    })
  })

  test('of a new interface', () =>
    assert.deepEqual(parseDump('(none)\t(none)\t45739\toff\n'), {
      publicKey: null,
      listenPort: 45_739,
      fwmark: 0,
      peers: [],
    }))

  for (const wrong of ['', 'x', `${interfaceLine}${key}\n`, `${key}\t${key}\tmany\toff\n`, `${key}\t${key}\t-1\toff\n`])
    test(`not ${JSON.stringify(wrong.slice(-10))}`, () => assert.throws(() => parseDump(wrong), /wg printed/))

  test('any text is read or refused', () => {
    const word = fc.oneof(fc.constantFrom('\t', '\n', '(none)', 'off', '0', key), fc.string())
    fc.assert(
      fc.property(fc.array(word), (words) => {
        try {
          parseDump(words.join(''))
        } catch (error) {
          assert.match(String(error), /wg printed/)
        }
      }),
    )
  })
})

test('keys', () => {
  const made = newTunnelKey()
  assert.ok(isTunnelKey(made) && isTunnelKey(publicKeyOf(made)) && made !== newTunnelKey())
  // RFC 7748, 6.1: Bob.
  const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')
  const bob = base64('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb')
  assert.equal(publicKeyOf(bob), base64('de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f'))
  for (const wrong of ['', 'x', bob.slice(1), `${bob} `]) assert.equal(isTunnelKey(wrong), false)
})
