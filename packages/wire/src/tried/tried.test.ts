import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { OperationEntry } from '../openapi/page/model.ts'
import { canBeTried, curlOf, requestOf, type TriedOperation, triedOperation } from './request.ts'
import { shownAnswer } from './shown-answer.ts'

const origin = 'https://busbar.example.org'
const parameter = (name: string, place: 'path' | 'query', required: boolean) =>
  ({ name, in: place, required, about: '', example: null }) as const
const get: TriedOperation = {
  method: 'GET',
  path: '/api/v1/net/{netId}/devices/',
  parameters: [parameter('netId', 'path', true), parameter('ids', 'query', false)],
  body: null,
  takesJson: false,
}
const post: TriedOperation = { method: 'POST', path: '/api/v1/do/', parameters: [], body: null, takesJson: true }
const json = { 'Content-Type': 'application/json' }

test('a request has its parameters, where the reader typed them', () => {
  assert.deepEqual(requestOf(get, { values: { netId: ' 7 ', ids: '1,2&3' }, body: '' }, { origin }), {
    url: `${origin}/api/v1/net/7/devices/?ids=1,2%263`,
    init: { method: 'GET', headers: json },
  })
})

test('an empty body is null; headers of the sender come along', () => {
  const headers = { Authorization: 'token abc' }
  assert.deepEqual(requestOf(post, { values: {}, body: ' ' }, { origin, headers }), {
    url: `${origin}/api/v1/do/`,
    init: { method: 'POST', headers: { ...json, ...headers }, body: 'null' },
  })
})

test('sends nothing without required fields or with invalid JSON', () => {
  const missing = { problem: { kind: 'missing', name: 'netId' } }
  assert.deepEqual(requestOf(get, { values: {}, body: '' }, { origin }), missing)
  const request = requestOf(post, { values: {}, body: '{' }, { origin })
  assert.equal('problem' in request && request.problem.kind, 'json')
})

test('a line for a terminal says the same, whatever the body holds', () => {
  const request = requestOf(get, { values: { netId: '7' }, body: '' }, { origin })
  assert.ok('url' in request)
  assert.equal(
    curlOf(request),
    `curl -u "$KEY:$PASSWORD" '${origin}/api/v1/net/7/devices/' \\\n  -H 'Content-Type: application/json'`,
  )
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30 }).filter((text) => !text.includes('\0')),
      (name) => {
        const body = JSON.stringify({ name })
        const sent = requestOf(post, { values: {}, body }, { origin })
        assert.ok('url' in sent)
        // The shell expands the command as for curl.
        const script = `curl() { printf '%s' "\${!#}"; }; KEY=k PASSWORD=p; ${curlOf(sent)}`
        assert.equal(execFileSync('bash', ['-c', script], { encoding: 'utf8' }), body)
      },
    ),
    { numRuns: 20 },
  )
})

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
  assert.deepEqual(shownAnswer(text, 'application/json; charset=utf-8'), { text: lines.join('\n'), isCut: false })
  assert.deepEqual(shownAnswer('a,b', 'text/csv'), { text: 'a,b', isCut: false })
  assert.equal(shownAnswer('x'.repeat(300_000), 'text/plain').isCut, true)
})

test('a form is made of what the document says of an operation', () => {
  const entry = (requestBody: unknown, answer = 'application/json') =>
    ({
      method: 'POST',
      path: '/net/{netId}/',
      operation: {
        parameters: [
          { name: 'netId', in: 'path', required: true, description: 'Network.', schema: {}, example: [1, 2] },
        ],
        requestBody,
        responses: { 200: { content: { [answer]: {} } } },
      },
    }) as unknown as OperationEntry
  const body = { content: { 'application/json': { schema: {}, example: { a: 1 } } } }
  assert.deepEqual(triedOperation(entry(body), '/api/v1'), {
    method: 'POST',
    path: '/api/v1/net/{netId}/',
    parameters: [{ name: 'netId', in: 'path', required: true, about: 'Network.', example: '1,2' }],
    body: { a: 1 },
    takesJson: true,
  })
  assert.equal(canBeTried(entry(body)), true)
  assert.equal(canBeTried(entry(undefined)), true)
  assert.equal(canBeTried(entry({ content: { 'application/octet-stream': { schema: {} } } })), false)
  assert.equal(canBeTried(entry(undefined, 'text/event-stream')), false)
})
