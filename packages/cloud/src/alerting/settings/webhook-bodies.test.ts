import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'

describe('bodies of webhooks', () => {
  let api: TestApi
  shareApi((started) => {
    api = started
  })
  const put = (address: string, body: string | null) =>
    api.call('manager', 'POST', `/org/${api.orgId}/webhook-bodies/put/`, { address, body })
  const listed = async () => {
    const { body } = await api.call('manager', 'GET', `/org/${api.orgId}/webhook-bodies/`)
    return body as { bodies: { address: string; body: string }[]; fields: { name: string }[] }
  }

  test('a template is checked when it is saved, and can be removed', async () => {
    const address = 'https://chat.example.org/hooks/secret'
    assert.equal((await put(address, '{"text": "{title}"}')).status, 200)
    assert.equal((await put(` ${address} `, '{"text": "{text}"}')).status, 200)
    assert.deepEqual((await listed()).bodies, [{ address, body: '{"text": "{text}"}' }])
    for (const [where, body, message] of [
      [address, '{"text": }', /body\.body: is not JSON/],
      [address, '{"text": "{name}"}', /body\.body: text: \{name\} is no field/],
      ['http://chat.example.org/', '{}', /body\.address: must be an address that begins with https/],
    ] as const) {
      const { status, body: answer } = await put(where, body)
      assert.equal(status, 400)
      assert.match((answer as { errorMessage: string }).errorMessage, message)
    }
    assert.equal((await listed()).bodies[0]?.body, '{"text": "{text}"}', 'what was wrong changed nothing')
    await put(address, null)
    assert.deepEqual((await listed()).bodies, [])
  })

  test('an example is shown before', async () => {
    const path = `/org/${api.orgId}/webhook-bodies/preview/`
    const { body } = await api.call('manager', 'POST', path, { body: '{"v": "{value}", "of": "{alert.name}!"}' })
    assert.deepEqual(JSON.parse((body as { json: string }).json), { v: 93.5, of: 'Too hot!' })
  })
})
