import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { texts } from '@busbar/messaging/texts'
import type { Answer, TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { holdablePasswords } from '../access/testing/passwords.ts'

const key = '2222aaaa-bbbb-4222-8222-cccccccccccc'
const password = 'right password'
const minuteMs = 60_000
const { passwords, takeAllPlaces } = holdablePasswords()

let api: TestApi
const prepare = async (started: TestApi): Promise<void> => {
  api = started
  const { db, now } = api.service
  const hash = await passwords.hash(password)
  await db.sql`
    insert into api_key (key, account_id, name, password_hash, created_on)
    values (${key}, ${api.accounts.viewer}, 'script', ${hash}, ${now()})`
  await db.sql`update account set email = 'ann@example.org', password_hash = ${hash} where id = ${api.accounts.manager}`
}

const post = (path: string, body: unknown): Promise<Answer> => api.call(null, 'POST', path, body)
const outcome = ({ status, body }: Answer): [number, string | undefined] => [
  status,
  (body as { errorCode?: string }).errorCode,
]
const opened = (answer: Answer): string => {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return (answer.body as { token: string }).token
}
const asToken = async (token: string, path: string, body?: unknown): Promise<[number, unknown]> => {
  const headers = { 'content-type': 'application/json', authorization: `token ${token}` }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${api.url}/api/v1${path}`, { headers, ...sent })
  return [response.status, await response.json()]
}

describe('sessions', () => {
  shareApi(prepare, { passwords })

  test('the version needs no session', async () => {
    assert.deepEqual((await api.call(null, 'GET', '/version/')).body, { apiVersion: '1.0', apiServerVersion: '0.1.0' })
  })

  test('a key and its password open a session for exactly an hour', async () => {
    const answer = await post('/authenticate/', { apiKey: key.toUpperCase(), password })
    const token = opened(answer)
    const expiresOn = new Date(api.service.now().getTime() + 60 * minuteMs).toISOString()
    assert.deepEqual(answer.body, { token, expiresOn })
    assert.deepEqual(await asToken(token, '/user/orgs/'), [
      200,
      [{ orgId: api.orgId, orgName: 'Test', userRole: 'viewer' }],
    ])
  })

  test('an unknown key and a wrong password have different codes and take the same work', async (t) => {
    const { mock } = t.mock.method(passwords, 'matches')
    const unknown = await post('/authenticate/', { apiKey: randomUUID(), password })
    assert.deepEqual(outcome(unknown), [401, 'InvalidKey'])
    assert.equal(mock.callCount(), 1)
    const wrong = await post('/authenticate/', { apiKey: key, password: 'wrong password' })
    assert.deepEqual(outcome(wrong), [401, 'NotAuthorized'])
    assert.equal(mock.callCount(), 2)
    assert.deepEqual(outcome(await post('/authenticate/', { apiKey: 'x', password })), [400, 'IncorrectRequest'])
    assert.deepEqual(outcome(await post('/authenticate/', { apiKey: key })), [400, 'IncorrectRequest'])
  })

  test('a login says the same of an unknown address and a wrong password, at the same cost', async (t) => {
    const { mock } = t.mock.method(passwords, 'matches')
    const answers = [
      await post('/login/', { email: 'nobody@example.org', password }),
      await post('/login/', { email: 'ann@example.org', password: 'wrong password' }),
    ]
    assert.deepEqual(answers[0]?.body, answers[1]?.body)
    assert.deepEqual(answers.map(outcome), [
      [401, 'NotAuthorized'],
      [401, 'NotAuthorized'],
    ])
    assert.equal(mock.callCount(), 4)
    const token = opened(await post('/login/', { email: ' Ann@Example.org', password }))
    const user = { id: api.accounts.manager, name: 'manager', email: 'ann@example.org', isEmailProven: true }
    assert.deepEqual(await asToken(token, '/user/'), [200, user])
  })

  test('200 wrong passwords at once are slowed to ten, and so is the right one; other keys are not', async (t) => {
    const { db, now } = api.service
    const other = randomUUID()
    const hash = await passwords.hash(password)
    await db.sql`
    insert into api_key (key, account_id, password_hash, created_on)
    values (${other}, ${api.accounts.viewer}, ${hash}, ${now()})`
    api.clock.advance(minuteMs)
    const { mock } = t.mock.method(passwords, 'matches')
    const tries = Array.from({ length: 200 }, (_, i) =>
      post('/authenticate/', { apiKey: other, password: `guess ${i}` }),
    )
    const answers = await Promise.all(tries)
    assert.equal(mock.callCount(), 10)
    assert.equal(answers.filter(({ status }) => status === 401).length, 10)
    const slowed = answers.filter(({ status }) => status === 403)
    assert.equal(slowed.length, 190)
    assert.ok(slowed.every((answer) => outcome(answer)[1] === 'TooManyRequests'))
    assert.ok(slowed.every(({ headers }) => headers.get('retry-after') === '6'))
    assert.equal((await post('/authenticate/', { apiKey: other, password })).status, 403)
    assert.equal((await post('/authenticate/', { apiKey: key, password })).status, 200)
    api.clock.advance(6000)
    assert.equal((await post('/authenticate/', { apiKey: other, password })).status, 200)
  })

  test('refuses further sign-ins with a retry time when too many passwords are being checked', async (t) => {
    t.after(takeAllPlaces())
    const answer = await post('/authenticate/', { apiKey: key, password })
    assert.deepEqual(outcome(answer), [403, 'TooManyRequests'])
    assert.equal(answer.headers.get('retry-after'), '1')
  })

  test('a session is dead as soon as it is logged out', async () => {
    const token = opened(await post('/login/', { email: 'ann@example.org', password }))
    assert.deepEqual(await asToken(token, '/logout/', null), [200, {}])
    assert.equal((await asToken(token, '/user/'))[0], 401)
    assert.equal((await asToken(token, '/logout/', null))[0], 401)
  })

  test('a new password ends all other sessions of the user, and needs the old one', async () => {
    api.clock.advance(minuteMs)
    const [mine, other] = [
      opened(await post('/login/', { email: 'ann@example.org', password })),
      opened(await post('/login/', { email: 'ann@example.org', password })),
    ]
    const change = (fields: object) => asToken(mine, '/user/change-password/', fields)
    assert.equal((await change({ oldPassword: 'wrong password', newPassword: 'new password' }))[0], 401)
    assert.equal((await change({ oldPassword: password, newPassword: '9 letters' }))[0], 400)
    assert.equal((await asToken(other, '/user/'))[0], 200)
    assert.deepEqual(await change({ oldPassword: password, newPassword: 'new password' }), [200, {}])
    assert.equal((await asToken(mine, '/user/'))[0], 200)
    assert.equal((await asToken(other, '/user/'))[0], 401)
    assert.equal((await post('/login/', { email: 'ann@example.org', password })).status, 401)
    opened(await post('/login/', { email: 'ann@example.org', password: 'new password' }))
    const [last] = await api.service.db.sql`
    select action, object_kind, object_id, before, after from audit where org_id = ${api.orgId} order by id desc limit 1`
    const objectId = String(api.accounts.manager)
    assert.deepEqual(last, {
      action: 'change-password',
      object_kind: 'user',
      object_id: objectId,
      before: null,
      after: null,
    })
  })

  test('a user sees all sessions of their own, and ends the others at once', async () => {
    api.clock.advance(minuteMs)
    const ended = { email: 'ann@example.org', password: 'new password' }
    const other = opened(await post('/login/', ended))
    api.clock.advance(1000)
    const mine = opened(await post('/login/', ended))
    const [status, list] = await asToken(mine, '/user/sessions/')
    assert.equal(status, 200)
    const [first, second] = list as { isCurrent: boolean; openedOn: string; from: string; agent: string }[]
    assert.deepEqual([first?.isCurrent, second?.isCurrent], [true, false])
    assert.deepEqual([first?.from, first?.openedOn], ['127.0.0.1', api.service.now().toISOString()])
    assert.equal(first?.agent, 'node')
    const strangers = opened(await post('/authenticate/', { apiKey: key, password }))
    assert.deepEqual(await asToken(mine, '/user/sessions/end-others/', null), [200, {}])
    assert.equal((await asToken(other, '/user/'))[0], 401)
    assert.equal(((await asToken(mine, '/user/sessions/'))[1] as object[]).length, 1)
    assert.equal((await asToken(strangers, '/user/'))[0], 200)
  })

  test('a user can end a session by its ID, but not that of another user', async () => {
    api.clock.advance(minuteMs)
    const person = { email: 'ann@example.org', password: 'new password' }
    const other = opened(await post('/login/', person))
    api.clock.advance(1000)
    const mine = opened(await post('/login/', person))
    const [, list] = await asToken(mine, '/user/sessions/')
    const id = (list as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => !isCurrent)?.id ?? ''
    const strangers = opened(await post('/authenticate/', { apiKey: key, password }))
    assert.equal((await asToken(strangers, `/user/sessions/${id}/end/`, null))[0], 404)
    assert.equal((await asToken(mine, `/user/sessions/${id}/end/`, null))[0], 200)
    assert.equal((await asToken(other, '/user/'))[0], 401)
    assert.equal((await asToken(mine, '/user/'))[0], 200)
    assert.equal((await asToken(mine, `/user/sessions/${id}/end/`, null))[0], 404)
  })

  test('a user changes name and language, and the audit record contains the old values', async () => {
    const body = { name: ' Ann ', language: 'uk' }
    const token = opened(await post('/login/', { email: 'ann@example.org', password: 'new password' }))
    assert.equal((await asToken(token, '/user/change/', body))[0], 200)
    const profile = { name: 'Ann', language: 'uk' }
    const user = { id: api.accounts.manager, email: 'ann@example.org', isEmailProven: true, ...profile }
    assert.deepEqual(await asToken(token, '/user/'), [200, user])
    const [last] = await api.service.db.sql`
      select before, after from audit where org_id = ${api.orgId} order by id desc limit 1`
    assert.deepEqual(last, { before: { name: 'manager', language: null }, after: profile })
    assert.equal((await asToken(token, '/user/change/', { ...body, language: 'fr' }))[0], 400)
  })

  test('texts come in the language asked for: some, or all', async () => {
    const some = await api.call('demo', 'POST', '/translations/', { lang: 'ua', keys: ['role.owner', 'nobody.knows'] })
    assert.deepEqual(some.body, { 'role.owner': 'Власник' })
    assert.deepEqual((await api.call('demo', 'POST', '/translations/', { lang: 'pl' })).body, texts.pl.names)
    const iso639 = await api.call('demo', 'POST', '/translations/', { lang: 'uk', keys: ['role.owner'] })
    assert.deepEqual(iso639.body, { 'role.owner': 'Власник' })
    assert.deepEqual(outcome(await api.call('demo', 'POST', '/translations/', { lang: 'de' })), [
      400,
      'IncorrectRequest',
    ])
  })

  test('a token dies at one hour exactly, however much it is used', async () => {
    api.clock.advance(minuteMs)
    const token = opened(await post('/authenticate/', { apiKey: key, password }))
    for (let minute = 0; minute < 59; minute += 1) {
      api.clock.advance(minuteMs)
      assert.equal((await asToken(token, '/user/'))[0], 200)
    }
    api.clock.advance(minuteMs - 1)
    assert.equal((await asToken(token, '/user/'))[0], 200)
    api.clock.advance(1)
    const [status, body] = await asToken(token, '/user/')
    assert.deepEqual([status, (body as { errorCode: string }).errorCode], [401, 'IncorrectAuthToken'])
  })
})
