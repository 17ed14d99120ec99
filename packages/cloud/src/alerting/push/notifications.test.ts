import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'

let api: TestApi

const make = async (text: string): Promise<string> => {
  const id = randomUUID()
  const { db, now } = api.service
  api.clock.advance(1000)
  await db.sql`insert into notification (id, texts, created_on) values (${id}, ${db.sql.json({ en: text })}, ${now()})`
  return id
}

describe('notifications', () => {
  shareApi((started) => {
    api = started
  })

  test('messages are listed, newest first, until the user dismisses them', async () => {
    const [first, second] = [await make('first'), await make('second')]
    const listed = [
      { id: second, texts: { en: 'second' }, createdOn: '2026-11-14T00:00:02.000Z' },
      { id: first, texts: { en: 'first' }, createdOn: '2026-11-14T00:00:01.000Z' },
    ]
    assert.deepEqual((await api.call('demo', 'GET', '/global-notifications/')).body, listed)
    const dismiss = () => api.call('demo', 'POST', `/global-notifications/${second}/dismiss/`, {})
    assert.deepEqual((await dismiss()).body, { status: 'ok', created: true })
    assert.deepEqual((await dismiss()).body, { status: 'ok', created: false })
    const upper = await api.call('demo', 'POST', `/global-notifications/${second.toUpperCase()}/dismiss/`, {})
    assert.deepEqual(upper.body, { status: 'ok', created: false })
    assert.deepEqual((await api.call('demo', 'GET', '/global-notifications/')).body, listed.slice(1))
    assert.deepEqual((await api.call('stranger', 'GET', '/global-notifications/')).body, listed)
  })

  test('a missing notification cannot be dismissed', async () => {
    const dismiss = async (id: string) => {
      const { status, body } = await api.call('owner', 'POST', `/global-notifications/${id}/dismiss/`, null)
      return [status, (body as { errorCode: string }).errorCode]
    }
    assert.deepEqual(await dismiss(randomUUID()), [404, 'ObjectNotFound'])
    assert.deepEqual(await dismiss('7'), [400, 'IncorrectRequest'])
  })
})
