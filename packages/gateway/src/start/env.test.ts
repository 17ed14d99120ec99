import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readEnv, SettingProblem, variableOf } from './env.ts'

test('without anything, the gateway is for this machine alone', () => {
  assert.deepEqual(readEnv({}, {}), {
    port: undefined,
    supply: undefined,
    card: undefined,
    box: '/etc/busbar-gateway/box.conf',
    'network-confirm': 120,
    trial: 10,
    data: '.data/gateway',
    https: undefined,
    http: { host: '127.0.0.1' },
    panel: undefined,
    modbus: { host: '127.0.0.1' },
    variant: 'B',
    'callback-tls': 'optional',
    'cloud-key': undefined,
    'callback-keyless': false,
    identity: 'auto',
    'release-keys': ['/usr/share/busbar-gateway/release-keys', '/etc/busbar-gateway/release-keys'],
    releases: '/var/lib/busbar-gateway-releases',
    helper: '/run/busbar-gateway-root.sock',
    'net-helper': '/run/busbar-gateway-net.sock',
    modem: 'unix:path=/run/dbus/system_bus_socket',
    mqtt: undefined,
    'remote-anywhere': false,
    'allow-host': [],
    'http-on-gsm': false,
    'lax-levels': false,
    'log-level': 'info',
    json: false,
  })
})

describe('a place is a host, or a host and a port', () => {
  for (const [text, place] of [
    ['0.0.0.0', { host: '0.0.0.0' }],
    ['localhost', { host: 'localhost' }],
    ['gw.lan:8080', { host: 'gw.lan', port: 8080 }],
    ['10.0.0.2:0', { host: '10.0.0.2', port: 0 }],
    ['8080', { host: '127.0.0.1', port: 8080 }],
    ['::', { host: '::' }],
    ['[::]', { host: '::' }],
    ['[::1]:502', { host: '::1', port: 502 }],
  ] as const) {
    test(text, () => {
      assert.deepEqual(readEnv({ http: text }, {}).http, place)
      assert.deepEqual(readEnv({ https: text }, {}).https, place)
    })
  }
  test('HTTPS can be switched off', () => assert.equal(readEnv({ https: 'off' }, {}).https, 'off'))
})

describe('names the invalid option', () => {
  for (const [flags, variables, message] of [
    [{ http: 'a:70000' }, {}, /^--http takes HOST or HOST:PORT, not a:70000$/],
    [{ https: 'a:b' }, {}, /^--https takes HOST or HOST:PORT, not a:b$/],
    [{ modbus: 'a b' }, {}, /^--modbus takes HOST or HOST:PORT/],
    [{}, { BUSBAR_GATEWAY_VARIANT: 'C' }, /^BUSBAR_GATEWAY_VARIANT takes A or B, not C$/],
    [{ 'allow-host': 'a, b' }, {}, /^--allow-host takes host names, divided by commas/],
    [{ mqtt: '/nowhere.json' }, {}, /^--mqtt takes a file that describes a broker: ENOENT/],
    [{ 'cloud-key': 'c2hvcnQ=' }, {}, /^--cloud-key takes a key of 32 bytes in base64/],
    [{ identity: 'an interface' }, {}, /^--identity takes auto, made or the name of an interface/],
    [{}, { BUSBAR_GATEWAY_PROT: 'x' }, /^there is no setting BUSBAR_GATEWAY_PROT; known are/],
  ] as const) {
    test(`${JSON.stringify(flags)} ${JSON.stringify(variables)}`, () => {
      const isTold = (error: unknown): boolean => error instanceof SettingProblem && message.test(error.message)
      assert.throws(() => readEnv(flags, variables), isTold)
    })
  }
})

test('a variable does what its flag does, and those of the cloud are not ours', () => {
  const variables = { BUSBAR_GATEWAY_ALLOW_HOST: 'GW.lan,b', BUSBAR_HTTP: 'x', [variableOf('lax-levels')]: '1' }
  const { 'allow-host': names, 'lax-levels': isLax } = readEnv({}, variables)
  assert.deepEqual([names, isLax], [['gw.lan', 'b'], true])
})
