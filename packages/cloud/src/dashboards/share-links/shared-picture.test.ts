import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeDevice } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'

describe('a picture behind a share link', () => {
  let api: TestApi
  let visId = 0
  let otherId = 0
  let token = ''
  const source = '<svg xmlns="http://www.w3.org/2000/svg"><text id="flow">?</text></svg>'
  shareApi(async (started) => {
    api = started
    const device = await makeDevice(api, api.orgId, 'a', [{ valueType: 'f64' }])
    const param = device.params[0]?.id ?? 0
    const make = async (name: string): Promise<number> => {
      const { body } = await api.call('manager', 'POST', `/org/${api.orgId}/viss/create/`, {
        name,
        source,
        bindings: [{ code: 'flow', param }],
        items: [{ code: 'flow', control: { kind: 'setPoint', paramId: param, min: 0, max: 5 } }],
      })
      return (body as { id: number }).id
    }
    ;[visId, otherId] = [await make('Boiler'), await make('Other')]
    const { status, body } = await api.call('manager', 'POST', `/org/${api.orgId}/share-links/create/`, {
      object: { kind: 'picture', visId },
      name: 'Wall',
      isKiosk: true,
      expiresOn: new Date(api.service.now().getTime() + 86_400_000).toISOString(),
    })
    assert.equal(status, 200, JSON.stringify(body))
    token = (body as { token: string }).token
  })

  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(`${api.url}/api/v1${path}`, {
      method,
      headers: { authorization: `share ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: path.includes('control') ? '{"newValue":"1"}' : 'null' }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  test('is shown with its values, without how they come into it, and nothing else opens', async () => {
    const { body: opened } = await ask('/shared/open/', 'POST')
    assert.deepEqual(
      [opened['object'], opened['name'], opened['isKiosk']],
      [{ kind: 'picture', visId }, 'Boiler', true],
    )
    const { body: vis } = await ask(`/vis/${visId}/`)
    assert.deepEqual([vis['name'], vis['bindings'], vis['items']], ['Boiler', [], []])
    assert.deepEqual(Object.keys((await ask(`/vis/${visId}/values/`)).body), ['flow'])
    assert.equal((await ask(`/vis/${otherId}/`)).status, 404)
    assert.equal((await ask(`/vis/${otherId}/values/`)).status, 404)
    assert.equal((await ask(`/vis/${visId}/control/flow/`, 'POST')).status, 401)
  })

  test('is listed, and of another organization not shared', async () => {
    const { body } = await api.call('manager', 'GET', `/org/${api.orgId}/share-links/`)
    const [link] = body as { object: unknown }[]
    assert.deepEqual(link?.object, { kind: 'picture', visId, name: 'Boiler' })
    const { status } = await api.call('stranger', 'POST', `/org/${api.otherOrgId}/share-links/create/`, {
      object: { kind: 'picture', visId },
      name: 'Theirs',
      isKiosk: false,
      expiresOn: new Date(api.service.now().getTime() + 86_400_000).toISOString(),
    })
    assert.equal(status, 404)
  })

  test('a control takes only what it allows', async () => {
    const control = (newValue: string, code = 'flow') =>
      api.call('operator', 'POST', `/vis/${visId}/control/${code}/`, { newValue })
    assert.equal((await control('6')).status, 400)
    assert.equal((await control('1', 'none')).status, 404)
    const allowed = await control('4')
    assert.equal(allowed.status, 200)
    assert.ok('err' in (allowed.body as object), 'there is no device to take it')
    assert.equal((await api.call('viewer', 'POST', `/vis/${visId}/control/flow/`, { newValue: '4' })).status, 401)
  })

  test('the link ends with its picture', async () => {
    assert.equal((await api.call('manager', 'POST', `/vis/${visId}/delete/`)).status, 200)
    assert.deepEqual((await api.call('manager', 'GET', `/org/${api.orgId}/share-links/`)).body, [])
  })
})
