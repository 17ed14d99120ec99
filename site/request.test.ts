import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TriedOperation } from '@busbar/wire/tried'
import { type Connection, requestTo } from './vitepress/theme/request.ts'

const connection: Connection = {
  address: 'https://busbar.example.org/console/',
  way: 'token',
  token: 'abc',
  apiKey: '',
  password: '',
}
const post: TriedOperation = { method: 'POST', path: '/api/v1/do/', parameters: [], body: null, takesJson: true }
const json = { 'Content-Type': 'application/json' }
const typed = { values: {}, body: '' }

test('a session goes by its token, an API key by Basic, in UTF-8', () => {
  assert.deepEqual(requestTo(connection, post, typed), {
    url: 'https://busbar.example.org/api/v1/do/',
    init: { method: 'POST', headers: { ...json, Authorization: 'token abc' }, body: 'null' },
  })
  const request = requestTo({ ...connection, way: 'key', apiKey: 'k', password: 'żó' }, post, typed)
  const basic = `Basic ${Buffer.from('k:żó').toString('base64')}`
  assert.deepEqual('init' in request && request.init.headers, { ...json, Authorization: basic })
})

test('without a token or key nothing is claimed', () => {
  const request = requestTo({ ...connection, token: '' }, post, typed)
  assert.deepEqual('init' in request && request.init.headers, json)
})

const parameters = [{ name: 'netId', in: 'query', required: true, about: '', example: null }] as const
const wrong: [name: string, operation: TriedOperation, body: string, address: string, says: RegExp][] = [
  ['no address', post, '', '', /address/],
  ['another scheme', post, '', 'ftp://a', /address/],
  ['a parameter that is needed', { ...post, parameters }, '', 'http://a', /netId is needed/],
  ['a body that is no JSON', post, '{', 'http://a', /no JSON/],
]
for (const [name, operation, body, address, says] of wrong) {
  test(`sends nothing: ${name}`, () => {
    const request = requestTo({ ...connection, address }, operation, { values: {}, body })
    assert.match('problem' in request ? request.problem : '', says)
  })
}
