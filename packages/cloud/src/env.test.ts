import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSettings, SettingProblem } from './env.ts'

test('without anything, the service is safe and on its own', () => {
  assert.deepEqual(readSettings({}, {}), {
    http: { host: '127.0.0.1', port: 8080 },
    data: '.data/cloud',
    db: undefined,
    'public-url': undefined,
    quota: 600,
    'log-level': 'info',
    json: false,
  })
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
  ] as const) {
    test(`${JSON.stringify(flags)}: ${name}`, () => assert.deepEqual(readSettings(flags, variables)[name], value))
  }
})

describe('what is wrong is named, with what would be right', () => {
  for (const [flags, variables, message] of [
    [{ quota: '-1' }, {}, /^--quota takes a whole number from 0 to 1000000, not -1$/],
    [{ quota: '1000001' }, {}, /^--quota takes a whole number from 0 to 1000000/],
    [{}, { BUSBAR_QUOTA: 'many' }, /^BUSBAR_QUOTA takes a whole number/],
    [{ http: '0.0.0.0:65536' }, {}, /^--http takes HOST:PORT, not 0.0.0.0:65536$/],
    [{ http: 'here' }, {}, /^--http takes HOST:PORT/],
    [{ 'public-url': 'ftp://x' }, {}, /^--public-url takes an address like https:/],
    [{}, { BUSBAR_LOG_LEVEL: 'loud' }, /^BUSBAR_LOG_LEVEL takes one of fatal, error/],
    [{}, { BUSBAR_JSON: 'yes' }, /^BUSBAR_JSON takes true or false, not yes$/],
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

test('variables of others are not ours', () => {
  readSettings(
    {},
    { BUSBAR_PORT: 'tcp://10.0.0.1:80', BUSBAR_SERVICE_HOST: '10.0.0.1', BUSBAR_TEST_DB: 'x', PATH: '/' },
  )
})
