import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { head, raw } from '../testing/raw.ts'
import { errors, listen, service } from '../testing/service.ts'

const treeId = '0b0e7a52-8f0c-4b39-9d8e-1b3f6c2d4e5f'
const headers = { 'content-type': 'application/json', authorization: 'token manager' }

describe('paths', () => {
  let baseUrl = ''
  before(async () => ({ baseUrl } = await listen()))

  for (const [method, path, status, reply] of [
    ['GET', '/device/7/', 200, { id: 7, name: 'boiler' }],
    ['GET', '/device/7', 200, { id: 7, name: 'boiler' }],
    ['GET', '/device/7?x=1', 200, { id: 7, name: 'boiler' }],
    ['GET', '/device/7//', 404],
    ['GET', '/device//', 400],
    ['GET', '/device/', 404],
    ['GET', '/Device/7/', 404],
    ['GET', '/', 404],
    ['GET', '/device/%E0%A4%A/', 404],
    ['GET', `/code/${'x'.repeat(300)}/`, 400],
    ['GET', '/code/a%2Fb%20c%C3%A9/', 200, { code: 'a/b cé' }],
    ['GET', `/tree/${treeId}/`, 200, { treeId }],
    ['GET', '/tree/create/', 400],
    ['POST', '/tree/create/', 200, { name: 'n' }],
    ['POST', `/tree/${treeId}/`, 200, { treeId, name: 'n' }],
    ['POST', '/device/7/', 404],
    ['GET', '/tree/create', 400],
    ['POST', '/tree/create', 200, { name: 'n' }],
    ['HEAD', '/device/7/', 404],
    ['OPTIONS', '/device/7/', 404],
    ['DELETE', '/device/7/', 404],
    ['PROPFIND', '/device/7/', 404],
    ['QUERY', '/device/7/', 404],
  ] as const) {
    test(`${method} ${path.slice(0, 60)}`, async () => {
      const response = await fetch(baseUrl + path, {
        method,
        headers,
        ...(method === 'POST' && { body: '{"name":"n"}' }),
      })
      assert.equal(response.status, status)
      const text = await response.text()
      if (reply !== undefined) assert.deepEqual(JSON.parse(text), reply)
      else if (method !== 'HEAD')
        assert.equal(JSON.parse(text).errorCode, status === 404 ? 'IncorrectEndpoint' : 'IncorrectRequest')
    })
  }

  test('params win over what a body says of the same name', async () => {
    const body = JSON.stringify({ name: 'n', treeId: 'another' })
    const response = await fetch(`${baseUrl}/tree/${treeId}/`, { method: 'POST', headers, body })
    assert.deepEqual(await response.json(), { treeId, name: 'n' })
  })
})

describe('a service that tells a wrong method from a wrong path', () => {
  let baseUrl = ''
  let port = 0
  before(async () => {
    const own = { ...errors, Method: { status: 405, message: 'The path has other methods.' } }
    ;({ baseUrl, port } = await listen({ errors: own, codes: { ...service.codes, method: 'Method' } }))
  })

  for (const [method, path, status, allow] of [
    ['POST', '/device/7/', 405, 'GET'],
    ['PUT', `/tree/${treeId}`, 405, 'GET, POST'],
    ['PUT', '/tree/create/', 405, 'GET, POST'],
    ['PUT', '/card/a/b.txt?x', 405, 'GET'],
    ['PUT', '/device/', 404, null],
    ['GET', '/card/', 404, null],
    ['GET', '/device/%E0%A4%A/', 404, null],
  ] as const) {
    test(`${method} ${path}`, async () => {
      const response = await fetch(baseUrl + path, { method, headers })
      assert.deepEqual([response.status, response.headers.get('allow')], [status, allow])
    })
  }

  test('a gate before `endpoint` is asked about unknown paths too', async () => {
    const { answers } = await raw(port, [head('GET /nowhere')])
    assert.equal(answers[0]?.status, 404)
    const guarded = await listen({
      gates: [
        () => (request) => {
          request.reply.header('x-seen', String(request.endpoint === null))
        },
        ...service.gates,
      ],
    })
    const response = await fetch(`${guarded.baseUrl}/nowhere/`, { headers })
    assert.equal(response.headers.get('x-seen'), 'true')
  })
})
