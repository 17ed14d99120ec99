import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeObjects } from '../../server/testing/objects.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'

let api: TestApi
let ours: number[]
let theirs: number

describe('retention', () => {
  shareApi(async (started) => {
    api = started
    const made = [await makeObjects(api, 'a'), await makeObjects(api, 'b')]
    ours = made.map(({ param }) => param)
    theirs = (await makeObjects({ ...api, orgId: api.otherOrgId }, 'c')).param
  })

  test('managers change the retention of an organization', async () => {
    const path = `/org/${api.orgId}/retention/`
    assert.deepEqual((await api.call('viewer', 'GET', path)).body, { keepDays: null })
    assert.equal((await api.call('operator', 'POST', path, { keepDays: 30 })).status, 401)
    assert.deepEqual((await api.call('manager', 'POST', path, { keepDays: 30 })).body, {})
    assert.deepEqual((await api.call('viewer', 'GET', path)).body, { keepDays: 30 })
    for (const keepDays of [0, 36_501, 1.5, '30', undefined]) {
      assert.equal((await api.call('manager', 'POST', path, { keepDays })).status, 400, String(keepDays))
    }
    assert.deepEqual((await api.call('owner', 'POST', path, { keepDays: null })).body, {})
    const rows = await api.service.db.sql`
      select before, after from audit where action = 'org.change-retention' order by id`
    assert.deepEqual(Array.from(rows), [
      { before: { keepDays: null }, after: { keepDays: 30 } },
      { before: { keepDays: 30 }, after: { keepDays: null } },
    ])
  })

  test('changes all devices of a template, and no other organization', async () => {
    const { sql } = api.service.db
    const path = `/org/${api.orgId}/retention/templates/`
    const [template] = await sql<[{ id: number }]>`
      insert into template (org_id, name, manufacturer, version, read_group_size, write_function, skus, param_templates)
      values (0, 'Meter', 'We', '1', 32, 'normal', '{}', '[]') returning id`
    await sql`update device set template_org_id = 0, template_id = ${template.id}`
    const row = { templateId: template.id, name: 'Meter', manufacturer: 'We', deviceCount: 2 }
    const get = async () => (await api.call('viewer', 'GET', path)).body
    assert.deepEqual(await get(), [{ ...row, keepDays: null, isMixed: false }])
    const set = (as: 'manager' | 'operator', templateId: number) =>
      api.call(as, 'POST', path, { templateId, keepDays: 90 })
    assert.equal((await set('operator', template.id)).status, 401)
    assert.equal((await set('manager', 999_999)).status, 404)
    assert.deepEqual((await set('manager', template.id)).body, { changedParams: 2 })
    assert.deepEqual(await get(), [{ ...row, keepDays: 90, isMixed: false }])
    await sql`update param set keep_days = 30 where id = ${ours[0] ?? 0}`
    assert.deepEqual(await get(), [{ ...row, keepDays: 90, isMixed: true }])
    const others = await sql`select keep_days from param where id = ${theirs}`
    assert.deepEqual(Array.from(others), [{ keep_days: null }])
    await sql`update param set keep_days = null`
  })

  test('changes all listed parameters or none', async () => {
    const [first = 0, second = 0] = ours
    const get = async (as: 'viewer' | 'stranger') =>
      (await api.call(as, 'GET', `/params/retention/?paramIds=${[first, second, theirs, 999_999].join(',')}`)).body
    const set = (paramIds: readonly number[], as: 'manager' | 'operator' | 'stranger' = 'manager') =>
      api.call(as, 'POST', '/params/retention/', { paramIds, keepDays: 7 })
    const none = { keepDays: null }
    assert.deepEqual(await get('viewer'), { [first]: none, [second]: none })
    assert.deepEqual(await get('stranger'), { [theirs]: none })
    assert.equal((await set([first, theirs])).status, 404)
    assert.equal((await set([first, 999_999])).status, 404)
    assert.equal((await set([first], 'operator')).status, 401)
    assert.equal((await set([first], 'stranger')).status, 404)
    assert.deepEqual(await get('viewer'), { [first]: none, [second]: none })
    assert.deepEqual((await set([second, second])).body, {})
    assert.deepEqual(await get('viewer'), { [first]: none, [second]: { keepDays: 7 } })
    const rows = await api.service.db.sql`
      select object_id as ids, after from audit where action = 'params.change-retention'`
    assert.deepEqual(Array.from(rows), [{ ids: String(second), after: { keepDays: 7 } }])
  })
})
