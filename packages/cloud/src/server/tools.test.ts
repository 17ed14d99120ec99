import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestApi } from '../testing/api.ts'
import { shareApi } from '../testing/shared-api.ts'

interface Key {
  apiKey: string
  password: string
}

const origin = 'https://board.example'
let api: TestApi
const url = (path: string): string => `${api.url}/api/v1${path}`
const createKey = async (): Promise<Key> =>
  (await api.call('owner', 'POST', `/org/${api.orgId}/api-keys/create/`, { name: 'grafana', role: 'viewer' }))
    .body as Key
const basic = ({ apiKey, password }: Key): string => `Basic ${Buffer.from(`${apiKey}:${password}`).toString('base64')}`
const ask = async (path: string, headers: Record<string, string>, method = 'GET') => {
  const answer = await fetch(url(path), { method, headers })
  const { errorCode } = (await answer.json().catch(() => ({}))) as { errorCode?: string }
  return { status: answer.status, errorCode, headers: answer.headers }
}
const sessionsOf = async ({ apiKey }: Key): Promise<number> =>
  (await api.service.db.sql`select from session where api_key = ${apiKey}`).length

describe('programs of others', () => {
  shareApi(
    (started) => {
      api = started
    },
    { origins: [origin] },
  )

  test('an API key by HTTP Basic opens one session for all its requests, and none once it is deleted', async () => {
    const key = await createKey()
    const authorization = basic(key)
    const all = await Promise.all(Array.from({ length: 8 }, () => ask('/user/sessions/', { authorization })))
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]))
    assert.equal(
      (await ask(`/org/${api.orgId}/nets/`, { authorization, 'content-type': 'application/json' })).status,
      200,
    )
    assert.equal(await sessionsOf(key), 1)
    await api.service.db.tx((tx) => tx`delete from session where api_key = ${key.apiKey}`)
    assert.equal((await ask('/user/sessions/', { authorization })).status, 200)
    await api.call('owner', 'POST', `/org/${api.orgId}/api-keys/${key.apiKey}/delete/`, null)
    const refused = await ask('/user/sessions/', { authorization })
    assert.deepEqual([refused.status, refused.errorCode], [401, 'InvalidKey'])
    assert.match(refused.headers.get('www-authenticate') ?? '', /^Basic /)
  })

  test('a wrong password is refused, and tries are counted as those of /authenticate/', async () => {
    const key = await createKey()
    const authorization = basic({ ...key, password: 'wrong' })
    const answers = []
    for (let i = 0; i < 11; i += 1) answers.push(await ask('/user/sessions/', { authorization }))
    const codes = answers.map(({ errorCode }) => errorCode)
    assert.deepEqual(codes, [...Array(10).fill('NotAuthorized'), 'TooManyRequests'])
    api.clock.advance(60_000)
    assert.equal((await ask('/user/sessions/', { authorization: basic(key) })).status, 200)
  })

  test('requests without credentials get no Basic challenge', async () => {
    const refused = await ask('/user/sessions/', {})
    assert.deepEqual([refused.status, refused.headers.get('www-authenticate')], [401, null])
  })

  for (const scheme of ['token', 'Bearer', 'bearer']) {
    test(`a session by ${scheme}`, async () => {
      assert.equal((await ask('/user/sessions/', { authorization: `${scheme} ${api.tokens.viewer}` })).status, 200)
    })
  }

  test('only a GET of an extension may leave out its content type', async () => {
    const authorization = `token ${api.tokens.viewer}`
    assert.equal((await ask('/user/sessions/', { authorization })).status, 200)
    for (const [method, path] of [
      ['GET', '/user/orgs/'],
      ['POST', `/org/${api.orgId}/share-links/create/`],
    ] as const) {
      assert.equal((await ask(path, { authorization }, method)).errorCode, 'IncorrectContentType')
    }
  })

  describe('pages of other origins', () => {
    const preflight = (from: string) =>
      ask('/user/', { origin: from, 'access-control-request-method': 'GET' }, 'OPTIONS')

    test('a listed origin may send requests and read errors', async () => {
      const { status, headers } = await preflight(origin)
      assert.deepEqual([status, headers.get('access-control-allow-origin')], [204, origin])
      assert.match(headers.get('access-control-allow-headers') ?? '', /authorization/)
      const refused = await ask('/user/orgs/', { origin })
      assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [400, origin])
      assert.equal(refused.headers.get('access-control-allow-credentials'), null)
    })

    test('other origins get no CORS headers', async () => {
      for (const other of ['https://evil.example', 'https://board.example.evil.example', 'null']) {
        const { status, headers } = await preflight(other)
        assert.deepEqual(
          [status, headers.get('access-control-allow-origin'), headers.get('vary')],
          [404, null, 'Origin'],
        )
      }
    })
  })
})
