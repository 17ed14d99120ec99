import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Connection, type Operation, requestOf, shownAnswer } from './vitepress/theme/request.ts'

const connection: Connection = {
  address: 'https://busbar.example.org/console/',
  way: 'token',
  token: 'abc',
  apiKey: '',
  password: '',
}
const get: Operation = {
  method: 'GET',
  path: '/api/v1/net/{netId}/devices/',
  parameters: [
    { name: 'netId', in: 'path', required: true, example: 1 },
    { name: 'ids', in: 'query', required: false, example: '1,2' },
  ],
  body: null,
  takesJson: false,
}
const post: Operation = { method: 'POST', path: '/api/v1/do/', parameters: [], body: null, takesJson: true }
const json = { 'Content-Type': 'application/json' }

test('a request has its parameters, where the reader typed them', () => {
  assert.deepEqual(requestOf(get, { values: { netId: ' 7 ', ids: '1,2&3' }, body: '' }, connection), {
    url: 'https://busbar.example.org/api/v1/net/7/devices/?ids=1,2%263',
    init: { method: 'GET', headers: { ...json, Authorization: 'token abc' } },
  })
})

test('an API key goes by Basic, in UTF-8; an empty body is null', () => {
  const byKey: Connection = { ...connection, way: 'key', apiKey: 'k', password: 'żó' }
  assert.deepEqual(requestOf(post, { values: {}, body: ' ' }, byKey), {
    url: 'https://busbar.example.org/api/v1/do/',
    init: {
      method: 'POST',
      headers: { ...json, Authorization: `Basic ${Buffer.from('k:żó').toString('base64')}` },
      body: 'null',
    },
  })
})

test('without a token or key nothing is claimed', () => {
  const asked = requestOf(post, { values: {}, body: '{}' }, { ...connection, token: '' })
  assert.deepEqual('init' in asked && asked.init.headers, json)
})

const wrong: [
  name: string,
  operation: Operation,
  typed: { values: Record<string, string>; body: string },
  address: string,
  says: RegExp,
][] = [
  ['no address', post, { values: {}, body: '' }, '', /address/],
  ['another scheme', post, { values: {}, body: '' }, 'ftp://a', /address/],
  ['a parameter that is needed', get, { values: {}, body: '' }, 'http://a', /netId is needed/],
  ['a body that is no JSON', post, { values: {}, body: '{' }, 'http://a', /no JSON/],
]
for (const [name, operation, typed, address, says] of wrong) {
  test(`nothing is sent: ${name}`, () => {
    const asked = requestOf(operation, typed, { ...connection, address })
    assert.match('problem' in asked ? asked.problem : '', says)
  })
}

test('answers are shown in lines, with all digits', () => {
  const text = '{"a":12345678901234567890.10,"b":[],"c":[1,"x,{\\"y"],"d":{}}'
  const lines = [
    '{',
    '  "a": 12345678901234567890.10,',
    '  "b": [],',
    '  "c": [',
    '    1,',
    '    "x,{\\"y"',
    '  ],',
    '  "d": {}',
    '}',
  ]
  assert.equal(shownAnswer(text, 'application/json; charset=utf-8'), lines.join('\n'))
  assert.equal(shownAnswer('a,b', 'text/csv'), 'a,b')
  assert.match(shownAnswer('x'.repeat(300_000), 'text/plain'), /cut: the answer has 300000 characters$/)
})
