import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { roles } from '../access/roles.ts'
import { lastRecord, outcome } from './testing/answers.ts'

let api: TestApi
const changeRole = (as: Parameters<TestApi['call']>[0], userId: number, role: string) =>
  api.call(as, 'POST', `/org/${api.orgId}/users/${userId}/change-role/`, { role })
const remove = (as: Parameters<TestApi['call']>[0], userId: number) =>
  api.call(as, 'POST', `/org/${api.orgId}/users/${userId}/remove/`, null)

describe('members', () => {
  shareApi((started) => {
    api = started
  })

  test('managers see who belongs to the organization', async () => {
    const users = (await api.call('manager', 'GET', `/org/${api.orgId}/users/`)).body as { role: string }[]
    assert.deepEqual(users.map(({ role }) => role).toSorted(), [...roles].toSorted())
    for (const role of ['demo', 'viewer', 'operator'] as const) {
      assert.deepEqual(outcome(await api.call(role, 'GET', `/org/${api.orgId}/users/`)), [401, 'NotAuthorized'])
    }
    assert.deepEqual(outcome(await api.call('stranger', 'GET', `/org/${api.orgId}/users/`)), [404, 'ObjectNotFound'])
  })

  test('an owner gives roles, and it is written down', async () => {
    assert.deepEqual(outcome(await changeRole('manager', api.accounts.demo, 'viewer')), [401, 'NotAuthorized'])
    assert.deepEqual(outcome(await changeRole('owner', api.accounts.demo, 'king')), [400, 'IncorrectRequest'])
    assert.deepEqual((await changeRole('owner', api.accounts.demo, 'viewer')).body, {})
    assert.deepEqual(await lastRecord(api, api.orgId), {
      accountId: api.accounts.owner,
      action: 'change',
      objectKind: 'user',
      objectId: String(api.accounts.demo),
      before: { role: 'demo' },
      after: { role: 'viewer' },
    })
  })

  test('members of another organization are not there', async () => {
    for (const userId of [api.accounts.stranger, 999_999]) {
      assert.deepEqual(outcome(await changeRole('owner', userId, 'viewer')), [404, 'ObjectNotFound'])
      assert.deepEqual(outcome(await remove('owner', userId)), [404, 'ObjectNotFound'])
    }
  })

  test('a member who was removed keeps the session, and nothing of the organization', async () => {
    assert.deepEqual((await remove('owner', api.accounts.operator)).body, {})
    assert.deepEqual((await api.call('operator', 'GET', '/user/orgs/')).body, [])
    assert.deepEqual(outcome(await api.call('operator', 'GET', `/org/${api.orgId}/`)), [404, 'ObjectNotFound'])
    assert.equal((await lastRecord(api, api.orgId))?.action, 'remove')
  })

  test('the last owner stays, also when a program is one', async () => {
    const key = { name: 'script', role: 'owner' }
    assert.equal((await api.call('owner', 'POST', `/org/${api.orgId}/api-keys/create/`, key)).status, 200)
    assert.deepEqual(outcome(await changeRole('owner', api.accounts.owner, 'manager')), [401, 'NotAuthorized'])
    assert.deepEqual(outcome(await remove('owner', api.accounts.owner)), [401, 'NotAuthorized'])
    assert.deepEqual((await changeRole('owner', api.accounts.owner, 'owner')).body, {})
  })

  test('two owners who take each other out at once leave one', async () => {
    for (let round = 0; round < 5; round += 1) {
      assert.equal((await changeRole('owner', api.accounts.manager, 'owner')).status, 200)
      const [one, two] = await Promise.all([
        changeRole('manager', api.accounts.owner, 'viewer'),
        changeRole('owner', api.accounts.manager, 'viewer'),
      ])
      assert.deepEqual(new Set([one.status, two.status]), new Set([200, 401]))
      // Back to the beginning.
      const { db } = api.service
      await db.tx((tx) => tx`update membership set role = 'owner' where account_id = ${api.accounts.owner}`)
      await db.tx((tx) => tx`update membership set role = 'manager' where account_id = ${api.accounts.manager}`)
    }
  })
})
