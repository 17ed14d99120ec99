import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApi, type TestApi } from '../../testing/api.ts'

const enter = async ({ call }: TestApi, username: string, password: string) => {
  const { body } = await call(null, 'GET', '/api/login/salt/')
  const { salt } = body as { salt: string }
  const proof = createHash('sha1').update(`${username}${password}${salt}`).digest('hex')
  return call(null, 'POST', '/api/login/', { username, password: proof })
}

const statusWith = async ({ url }: TestApi, token: string | null, path = '/api/identify/'): Promise<number> => {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  return (await fetch(url + path, { headers })).status
}

const levelTwo = '/api/modbus/find/result/'

describe('a session', () => {
  test('from salt to logout', async (t) => {
    const api = await startApi(t, 'A')
    const { status, body } = await enter(api, 'admin', api.settings.active.protect.passwordAdmin)
    const { authType, token, ttlSec } = body as Record<string, string>
    assert.deepEqual([status, authType, ttlSec], [200, 'Bearer', 600])
    assert.equal(await statusWith(api, token ?? '', levelTwo), 200)
    const headers = { authorization: `Bearer ${token}` }
    const logout = await fetch(`${api.url}/api/cmd/logout/`, { method: 'POST', headers, body: '{}' })
    assert.deepEqual([logout.status, await logout.json()], [200, {}])
    assert.equal(await statusWith(api, token ?? ''), 401)
  })

  test('gives the user level 1', async (t) => {
    const api = await startApi(t, 'A')
    const { body } = await enter(api, 'user', 'viewer')
    const { token } = body as { token: string }
    assert.deepEqual([await statusWith(api, token), await statusWith(api, token, levelTwo)], [200, 403])
  })

  test('lives ten minutes after its last use', async (t) => {
    const api = await startApi(t, 'B')
    api.clock.advance(599_000)
    assert.equal(await statusWith(api, api.tokens.user), 200)
    api.clock.advance(599_000)
    assert.deepEqual([await statusWith(api, api.tokens.user), await statusWith(api, api.tokens.admin)], [200, 401])
  })

  test('a wrong login is 401, and after many of them every login for a while', async (t) => {
    const api = await startApi(t, 'B')
    for (let at = 0; at < 5; at += 1) {
      const { status, body, headers } = await enter(api, 'admin', 'wrong')
      assert.deepEqual([status, (body as { error: string }).error], [401, 'ERROR_LOGIN'])
      assert.equal(headers.get('www-authenticate'), 'Bearer')
    }
    const right = api.settings.active.protect.passwordAdmin
    const { status, body, headers } = await enter(api, 'admin', right)
    assert.deepEqual([status, (body as { error: string }).error], [401, 'ERROR_LOGIN_WAIT'])
    assert.deepEqual([headers.get('retry-after'), headers.get('www-authenticate')], ['1', 'Bearer'])
    api.clock.advance(1000)
    assert.equal((await enter(api, 'admin', right)).status, 200)
  })
})

describe('without a session', () => {
  test('the button opens level 1 for a while', async (t) => {
    const api = await startApi(t, 'A')
    assert.equal(await statusWith(api, null), 401)
    api.service.freeAccess.press()
    assert.deepEqual([await statusWith(api, null), await statusWith(api, null, levelTwo)], [200, 403])
    assert.equal(await statusWith(api, '0'.repeat(32)), 401, 'a dead token is told')
    assert.equal(await statusWith(api, api.tokens.admin, levelTwo), 200, 'a live one counts')
    const logout = await api.call(null, 'POST', '/api/cmd/logout/', {})
    assert.deepEqual([logout.status, logout.body], [200, {}])
    api.clock.advance(api.settings.active.httpd.freeAccessSec * 1000)
    assert.equal(await statusWith(api, null), 401)
  })

  test('a VPN that is trusted gives level 2', async (t) => {
    const api = await startApi(t, 'B')
    api.world.arrival = 'wgCloud'
    assert.equal(await statusWith(api, null), 401)
    await api.settings.set({ protect: { wgCloudAdminAuthEnable: true } }, 2)
    assert.equal(await statusWith(api, null), 401, 'it counts from the next start')
    api.settings.applySaved()
    const post = (path: string) => api.call(null, 'POST', path, {})
    assert.deepEqual([await statusWith(api, null), (await post('/api/modbus/find/stop/')).status], [200, 200])
    assert.equal(await statusWith(api, '0'.repeat(32)), 200, 'all requests, whatever they carry')
    api.world.arrival = 'wgManual'
    assert.equal(await statusWith(api, null), 401)
  })
})
