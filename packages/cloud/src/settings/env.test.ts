import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileOf, readSettings, SettingProblem, secrets } from './env.ts'

test('without anything, the service is safe and on its own', () => {
  const { 'raw-allow': ranges, 'trust-proxy': proxies, ...others } = readSettings({}, {})
  assert.equal(ranges.for({ port: 502, orgId: 1 }).has('192.168.0.1'), false)
  assert.equal(proxies.has('127.0.0.1'), false)
  assert.deepEqual(others, {
    http: { host: '127.0.0.1', port: 8080 },
    metrics: undefined,
    nats: undefined,
    'nats-ca': undefined,
    'nats-cert': undefined,
    'nats-key': undefined,
    'node-name': undefined,
    'https-cert': undefined,
    'https-key': undefined,
    data: '.data/cloud',
    db: undefined,
    'public-url': undefined,
    'secrets-key-file': undefined,
    oidc: undefined,
    callback: { host: '127.0.0.1', port: 20_502 },
    'callback-max': 10_000,
    'callback-tls': 'optional',
    'allow-keyless': false,
    cors: new Set(),
    'callback-cert': undefined,
    'callback-key': undefined,
    vpn: undefined,
    'vpn-net': { first: 0xc6120000, prefix: 15 },
    'backup-folder': undefined,
    'backup-every': undefined,
    'backup-keep': undefined,
    'outage-buffer': 256,
    smtp: undefined,
    'smtp-from': undefined,
    'smtp-ca': undefined,
    'heartbeat-url': undefined,
    smpp: undefined,
    'sms-http': undefined,
    'voice-http': undefined,
    telegram: undefined,
    'sms-price': '0.1',
    'sms-limit': '50',
    language: 'en',
    'time-zone': 'UTC',
    quota: 600,
    firmware: undefined,
    'map-tiles': undefined,
    'map-attribution': undefined,
    'log-level': 'info',
    json: false,
  })
})

test('a list is a flag several times, or one with commas', () => {
  const both = [
    [{ 'trust-proxy': ['10.0.0.1', 'fd00::/8,10.0.2.0/24'] }, {}],
    [{}, { BUSBAR_TRUST_PROXY: '10.0.0.1, fd00::/8,10.0.2.0/24' }],
  ] as const
  for (const [flags, variables] of both) {
    const { 'trust-proxy': proxies } = readSettings(flags, variables)
    assert.deepEqual(
      ['10.0.0.1', 'fd00::9', '10.0.2.9', '10.0.0.2'].map((one) => proxies.has(one)),
      [true, true, true, false],
    )
  }
})

describe('a flag goes before its variable', () => {
  const variables = { BUSBAR_QUOTA: '7', BUSBAR_DB: '', DATABASE_URL: 'postgres://h/d', BUSBAR_JSON: 'true' }
  for (const [flags, name, value] of [
    [{}, 'quota', 7],
    [{ quota: '0' }, 'quota', 0],
    [{}, 'db', 'postgres://h/d'],
    [{ db: 'postgresql://other/d' }, 'db', 'postgresql://other/d'],
    [{}, 'json', true],
    [{ json: true }, 'json', true],
    [{ http: '[::1]:0' }, 'http', { host: '::1', port: 0 }],
    [{ http: '9000' }, 'http', { host: '127.0.0.1', port: 9000 }],
    [{ 'public-url': 'https://busbar.example.org/' }, 'public-url', 'https://busbar.example.org'],
    [
      { 'map-tiles': 'https://t.example:8443/a/{z}/{x}/{y}.png?key=1' },
      'map-tiles',
      { template: 'https://t.example:8443/a/{z}/{x}/{y}.png?key=1', origin: 'https://t.example:8443' },
    ],
    [{ callback: 'off' }, 'callback', 'off'],
    [{ callback: '0.0.0.0:0' }, 'callback', { host: '0.0.0.0', port: 0 }],
    [{ smtp: 'smtps://u:p@h:465' }, 'smtp', new URL('smtps://u:p@h:465')],
    [{ smtp: 'smtp://u:50%25@h' }, 'smtp', new URL('smtp://u:50%25@h')],
    [
      { 'sms-http': '{"url": "https://h/?to={to}"}' },
      'sms-http',
      { url: 'https://h/?to={to}', method: 'POST', headers: {}, idempotent: false },
    ],
    [
      { cors: ['https://a.example, http://localhost:3000', 'https://b.example:8443'] },
      'cors',
      new Set(['https://a.example', 'http://localhost:3000', 'https://b.example:8443']),
    ],
    [{ 'time-zone': 'Europe/Kyiv' }, 'time-zone', 'Europe/Kyiv'],
    [{ 'time-zone': 'asia/calcutta' }, 'time-zone', 'Asia/Calcutta'],
  ] as const) {
    test(`${JSON.stringify(flags)}: ${name}`, () => assert.deepEqual(readSettings(flags, variables)[name], value))
  }
})

describe('errors name the invalid setting and its valid values', () => {
  for (const [flags, variables, message] of [
    [{ quota: '-1' }, {}, /^--quota takes a whole number from 0 to 1000000, not -1$/],
    [{ quota: '1000001' }, {}, /^--quota takes a whole number from 0 to 1000000/],
    [{}, { BUSBAR_QUOTA: 'many' }, /^BUSBAR_QUOTA takes a whole number/],
    [{ http: '0.0.0.0:65536' }, {}, /^--http takes HOST:PORT, not 0.0.0.0:65536$/],
    [{ http: 'here' }, {}, /^--http takes HOST:PORT/],
    [{ 'public-url': 'ftp://x' }, {}, /^--public-url takes an address like https:/],
    [{ cors: 'https://a.example/' }, {}, /^--cors takes origins like https:.*not https:\/\/a.example\/$/],
    [{ cors: '*' }, {}, /^--cors takes origins like/],
    [{ callback: 'on' }, {}, /^--callback takes HOST:PORT, or off, not on$/],
    [{ 'https-key': 'a.pem' }, {}, /^--https-cert and --https-key go together$/],
    [{ oidc: '{"id": "a", "name": "A", "issuer": "https://h", "clientId": "b"}' }, {}, /^--oidc needs --public-url/],
    [{ oidc: '{"id": "a"}' }, {}, /name/],
    [{ 'callback-cert': 'a.pem' }, {}, /^--callback-cert and --callback-key go together$/],
    [{ 'callback-tls': 'yes' }, {}, /^--callback-tls takes one of off, optional, required, not yes$/],
    [{ 'trust-proxy': ['10.0.0.1', 'proxy.example'] }, {}, /^--trust-proxy takes ranges.*proxy.example is none/],
    [{ vpn: 'vpn.example.org:0' }, {}, /^--vpn takes a host name or IPv4 address/],
    [{ vpn: '[fd00::1]:51820' }, {}, /^--vpn takes a host name or IPv4 address/],
    [{ 'vpn-net': '198.18.0.1/15' }, {}, /^--vpn-net takes a network from \/8 to \/29/],
    [{ 'vpn-net': '198.18.0.0/30' }, {}, /^--vpn-net takes a network from \/8 to \/29/],
    [{ 'raw-allow': '10.0.0.0/8,here' }, {}, /^--raw-allow takes ranges of addresses like 10.0.0.0\/8/],
    [{}, { BUSBAR_LOG_LEVEL: 'loud' }, /^BUSBAR_LOG_LEVEL takes one of fatal, error/],
    [{}, { BUSBAR_JSON: 'yes' }, /^BUSBAR_JSON takes true or false, not yes$/],
    [{ smtp: 'http://u:secret@h' }, {}, /^--smtp takes smtp:\/\/USER:PASSWORD@HOST:587$/],
    [
      { smtp: 'smtp://u:50%@h' },
      {},
      /^--smtp takes smtp:\/\/USER:PASSWORD@HOST:587, with each % in the user or password written as %25$/,
    ],
    [{}, { BUSBAR_SMPP: 'smpp://u%zz:p@h' }, /^BUSBAR_SMPP takes smpp:.* written as %25$/],
    [
      { nats: 'nats://to%ken@h' },
      {},
      /^--nats takes nats:.* with each % in the token, user or password written as %25$/,
    ],
    [{ smpp: 'smpp://' }, {}, /^--smpp takes smpp:\/\/USER:PASSWORD@HOST:2775\?from=NAME$/],
    [
      { 'smtp-ca': '/nowhere/ca.pem' },
      {},
      /^--smtp-ca takes a file with certificates in PEM: it is not there, not \/nowhere\/ca.pem$/,
    ],
    [{ 'heartbeat-url': 'ftp://h' }, {}, /^--heartbeat-url takes an address like/],
    [{ 'map-tiles': 'https://t.example/{z}/{x}.png' }, {}, /^--map-tiles takes an address like/],
    [{ 'map-tiles': 'https://{s}.t.example/{z}/{x}/{y}.png' }, {}, /^--map-tiles takes an address like/],
    [{ 'map-tiles': "https://t;script-src 'self'/{z}/{x}/{y}.png" }, {}, /^--map-tiles takes an address like/],
    [{ 'map-tiles': 'javascript:{z}{x}{y}' }, {}, /^--map-tiles takes an address like/],
    [{ 'smtp-from': 'a@b\nBcc: c@d' }, {}, /^--smtp-from takes an address like/],
    [{ 'sms-http': '{"url": secret' }, {}, /^--sms-http takes the description .* it is not JSON$/],
    [{ 'sms-http': '/no/such/file' }, {}, /^--sms-http takes the description .* the file cannot be read$/],
    [
      { 'voice-http': '{"url": "https://{to}/"}' },
      {},
      /^--voice-http takes .* url must begin with https:.*placeholders$/,
    ],
    [{ 'backup-every': '0h' }, {}, /^--backup-every takes a time like 90m, 24h or 7d, at most 366d, not 0h$/],
    [{ 'backup-every': '400d' }, {}, /^--backup-every takes .*, not 400d$/],
    [{ 'backup-keep': '0' }, {}, /^--backup-keep takes a whole number from 1 to 9999, not 0$/],
    [{ 'sms-price': '-1' }, {}, /^--sms-price takes an amount like 0.05, not -1$/],
    [{ language: 'de' }, {}, /^--language takes one of en, pl, ru, ua, not de$/],
    [{ 'time-zone': '+03:00' }, {}, /^--time-zone takes a time zone like Europe\/Kyiv, not \+03:00$/],
    [{ 'time-zone': 'Mars' }, {}, /^--time-zone takes a time zone like Europe\/Kyiv, not Mars$/],
    [{}, { BUSBAR_QOTA: '7' }, /^there is no setting BUSBAR_QOTA; known are BUSBAR_HTTP, /],
    [
      {},
      { DATABASE_URL: 'mysql://user:secret@h/d' },
      /^DATABASE_URL takes postgres:\/\/USER:PASSWORD@HOST:5432\/DATABASE$/,
    ],
  ] as const) {
    test(`${JSON.stringify(flags)} ${JSON.stringify(variables)}`, () => {
      assert.throws(
        () => readSettings(flags, variables),
        (error) => error instanceof SettingProblem && message.test(error.message),
      )
    })
  }
})

describe('a secret by file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-secrets-'))
  after(() => rmSync(folder, { recursive: true }))
  const put = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  const [one, other] = ['smtp://u:secret@one', 'smtp://u:secret@other']
  const [file, empty, wrong] = [put('one', `${one}\n`), put('empty', '\n'), put('wrong', 'http://u:secret@h')]
  const long = put('long', 'x'.repeat(70_000))
  put('busbar.smtp', other)
  const credentials = { CREDENTIALS_DIRECTORY: folder }

  for (const [flags, variables, expected] of [
    [{ 'smtp-file': file }, { BUSBAR_SMTP: other }, one],
    [{ smtp: other }, { BUSBAR_SMTP_FILE: file }, other],
    [{}, { BUSBAR_SMTP_FILE: file }, one],
    [{}, { BUSBAR_SMTP: '', BUSBAR_SMTP_FILE: file, ...credentials }, one],
    [{}, credentials, other],
    [{}, { CREDENTIALS_DIRECTORY: '/nowhere' }, undefined],
  ] as const) {
    test(`${JSON.stringify(flags)} ${Object.keys(variables).join()}: ${expected}`, () => {
      assert.deepEqual(readSettings(flags, variables).smtp, expected && new URL(expected))
    })
  }

  for (const [flags, variables, message] of [
    [{ smtp: one, 'smtp-file': file }, {}, /^--smtp and --smtp-file do not go together$/],
    [{}, { BUSBAR_SMTP: one, BUSBAR_SMTP_FILE: file }, /^BUSBAR_SMTP and BUSBAR_SMTP_FILE do not go together$/],
    [{ 'smtp-file': '/nowhere/x' }, {}, /^--smtp-file: the file cannot be read \(ENOENT\)$/],
    [{ 'smtp-file': folder }, {}, /^--smtp-file: the file cannot be read \(EISDIR\)$/],
    [{ 'smtp-file': empty }, {}, /^--smtp-file: the file is empty$/],
    [{ 'smtp-file': long }, {}, /^--smtp-file: the file has more than 65536 bytes$/],
    [{}, { BUSBAR_SMTP_FILE: wrong }, /^BUSBAR_SMTP_FILE takes smtp:\/\/USER:PASSWORD@HOST:587$/],
    [{}, { BUSBAR_HTTP_FILE: file }, /^there is no setting BUSBAR_HTTP_FILE/],
  ] as const) {
    test(`${JSON.stringify(flags)} ${JSON.stringify(variables)}`, () => {
      assert.throws(
        () => readSettings(flags, variables),
        (error) => error instanceof SettingProblem && message.test(error.message),
      )
    })
  }

  test('every setting with a secret can be given so', () => {
    assert.deepEqual(
      [...secrets.keys()],
      ['db', 'nats', 'heartbeat-url', 'smtp', 'smpp', 'sms-http', 'voice-http', 'telegram', 'oidc'],
    )
    const [url, provider] = ['postgres://h/d', '{"url": "https://h/?to={to}"}']
    const content: Readonly<Record<string, string>> = {
      db: url,
      nats: 'nats://word@h',
      'heartbeat-url': 'https://h/x',
      smtp: one,
      smpp: 'smpp://u:p@h',
      telegram: '123456:ABC-DEF1234ghIkl',
      oidc: '{"id": "sso", "name": "SSO", "issuer": "https://h", "clientId": "b"}',
    }
    for (const name of secrets.keys()) {
      const path = put(`as-${name}`, content[name] ?? provider)
      const beside = name === 'nats' ? { db: url } : { 'public-url': 'https://h' }
      assert.notEqual(readSettings({ ...beside, [fileOf(name)]: path }, {})[name as 'smtp'], undefined, name)
    }
    assert.equal(readSettings({}, { DATABASE_URL_FILE: put('url', url) }).db, url)
  })
})

test('variables of others are not ours', () => {
  readSettings(
    {},
    { BUSBAR_PORT: 'tcp://10.0.0.1:80', BUSBAR_SERVICE_HOST: '10.0.0.1', BUSBAR_TEST_DB: 'x', PATH: '/' },
  )
})
