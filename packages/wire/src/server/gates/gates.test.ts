import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { bodyBytesMax, errorFields, errors, listen } from '../../testing/service.ts'

interface Row {
  says: string
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string
  gives: [status: number, code: string]
}

const json = { 'content-type': 'application/json' }
const as = (caller: string) => ({ ...json, authorization: `token ${caller}` })
const tooLarge = `"${'x'.repeat(bodyBytesMax)}"`
const path = '/device/7/change-disable/'

describe('a request that breaks several rules gets the answer of the first', () => {
  let baseUrl = ''
  before(async () => ({ baseUrl } = await listen()))

  const rows: Row[] = [
    { says: 'endpoint', path: '/nowhere/', headers: {}, body: tooLarge, gives: [404, 'IncorrectEndpoint'] },
    { says: 'method', method: 'PUT', headers: {}, body: tooLarge, gives: [404, 'IncorrectEndpoint'] },
    {
      says: 'content type',
      headers: { 'content-type': 'text/plain' },
      body: tooLarge,
      gives: [400, 'IncorrectContentType'],
    },
    { says: 'size', headers: json, body: tooLarge, gives: [400, 'PayloadIsTooLarge'] },
    { says: 'token', headers: json, body: '{', gives: [401, 'NoToken'] },
    { says: 'quota', headers: as('busy'), body: '{', gives: [403, 'TooManyRequests'] },
    {
      says: 'body',
      path: '/device/x/change-disable/',
      headers: as('viewer'),
      body: '{',
      gives: [400, 'CantDecodePayloadJSON'],
    },
    { says: 'shape', headers: as('viewer'), body: '{"enabled":1}', gives: [400, 'IncorrectRequest'] },
    { says: 'permission', headers: as('viewer'), body: '{"enabled":true}', gives: [401, 'NotAuthorized'] },
  ]
  for (const { says, gives, body, ...row } of rows) {
    test(says, async () => {
      const init = { method: row.method ?? 'POST', headers: row.headers ?? {}, ...(body !== undefined && { body }) }
      const response = await fetch(baseUrl + (row.path ?? path), init)
      const answer = (await response.json()) as Record<string, string>
      assert.deepEqual([response.status, answer[errorFields.code]], gives)
      assert.deepEqual(Object.keys(answer), Object.values(errorFields))
      assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    })
  }

  test('none', async () => {
    const response = await fetch(baseUrl + path, { method: 'POST', headers: as('manager'), body: '{"enabled":true}' })
    assert.deepEqual([response.status, await response.json()], [200, { availableDevicesQuota: 7 }])
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  })

  test('a refusal may bring headers, and has its usual message where it brings none', async () => {
    const response = await fetch(baseUrl + path, { method: 'POST', headers: as('busy'), body: 'null' })
    assert.equal(response.headers.get('retry-after'), '7')
    assert.deepEqual(await response.json(), {
      errorCode: 'TooManyRequests',
      errorMessage: errors.TooManyRequests.message,
    })
  })
})

describe('content type', () => {
  let baseUrl = ''
  before(async () => ({ baseUrl } = await listen()))

  for (const [type, status] of [
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON ;charset=UTF-8', 200],
    ['application/jsonp', 400],
    ['text/json', 400],
    ['nonsense', 400],
    ['', 400],
  ] as const) {
    test(`GET with "${type}"`, async () => {
      const response = await fetch(`${baseUrl}/version/`, { headers: { 'content-type': type } })
      assert.equal(response.status, status)
    })
    test(`POST with "${type}"`, async () => {
      const headers = { authorization: 'token x', 'content-type': type }
      const response = await fetch(`${baseUrl}/dismiss/`, { method: 'POST', headers, body: 'null' })
      assert.equal(response.status, status)
    })
  }
})

describe('shape names the field', () => {
  let baseUrl = ''
  before(async () => ({ baseUrl } = await listen()))

  for (const [method, at, body, message] of [
    ['GET', '/device/x/', undefined, 'path.deviceId: must be a whole number from 1'],
    ['GET', '/devices/?deviceIds=1', undefined, /^query\.lang: Invalid option/],
    ['GET', '/devices/?lang=en', undefined, 'query.deviceIds: is missing'],
    ['GET', '/devices/?lang=en&deviceIds=1,2,3,4', undefined, /^query\.deviceIds: Too big/],
    ['GET', '/devices/?lang=en&deviceIds=1&deviceIds=2', undefined, /^query\.deviceIds: .*expected string/],
    ['GET', '/devices/?lang=en&deviceIds=1&page=101', undefined, /^query\.page: Too big/],
    ['GET', '/found/?nonsense', undefined, 'query: Unrecognized key: "nonsense"'],
    ['GET', '/settings/?ntp&nonsense', undefined, 'query: Unrecognized key: "nonsense"'],
    ['GET', '/settings/?ntp&__proto__', undefined, 'query: Unrecognized key: "__proto__"'],
    ['GET', '/code/a%00b/', undefined, 'path or query: must not contain NUL'],
    ['POST', '/device/7/change-disable/', '{}', 'body.enabled: is missing'],
    ['POST', '/device/7/change-disable/', '[]', 'body: Invalid input: expected object, received array'],
    ['POST', '/groups/', '[{"id":1,"name":"a"},{"id":0,"name":5}]', /^body\.1\.id: Too small.*; body\.1\.name: /],
    ['POST', '/tree/create/', '{"name":"a","other":1}', 'body: Unrecognized key: "other"'],
    ['POST', '/dismiss/', '5', 'body: must be null or {}'],
  ] as const) {
    test(`${method} ${at} ${body ?? ''}`, async () => {
      const response = await fetch(baseUrl + at, { method, headers: as('manager'), ...(body && { body }) })
      const answer = (await response.json()) as Record<string, string>
      assert.deepEqual([response.status, answer.errorCode], [400, 'IncorrectRequest'])
      if (typeof message === 'string') assert.equal(answer.errorMessage, message)
      else assert.match(answer.errorMessage ?? '', message)
    })
  }
})
