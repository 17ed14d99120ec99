import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeDevice, pollOf, recordPolls } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { refused } from '../../transfer/testing/mover.ts'

let api: TestApi

describe('many devices at once', () => {
  shareApi((started) => {
    api = started
  })

  const post = (path: string, body: unknown, as: 'manager' | 'operator' = 'manager') =>
    api.call(as, 'POST', `/org/${api.orgId}/${path}/`, body)
  const done = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await post(path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body as T
  }
  const device = (name: string) => makeDevice(api, api.orgId, name, [{ valueType: 'f32' }])
  const stored = async (id: number) =>
    (
      await api.service.db.sql`
        select net_id as "netId", update_period_sec as "periodSec", disabled_on as "disabledOn" from device where id = ${id}`
    )[0]
  interface ChangedDevices {
    devices: { deviceId: number; before: object; after: object; warnings: string[] }[]
  }

  test('a trial reports the changes without making any; the real run makes them and keeps readings', async () => {
    const [a, b] = [await device('a'), await device('b')]
    const [param] = a.params
    assert.ok(param)
    const readOn = api.service.now().getTime()
    await recordPolls(api, [pollOf({ orgId: api.orgId, deviceId: a.deviceId }, a.params, readOn, { [param.id]: 7 })])
    const body = { deviceIds: [a.deviceId, b.deviceId], changes: { netId: b.netId, updatePeriodSec: 30 } }
    const trial = await done<ChangedDevices>('devices/change-many', { ...body, isTrial: true })
    assert.deepEqual(trial.devices, [
      {
        deviceId: a.deviceId,
        name: 'Meter',
        before: { netId: a.netId, updatePeriodSec: 60 },
        after: { netId: b.netId, updatePeriodSec: 30 },
        warnings: ['unit-taken'],
      },
      {
        deviceId: b.deviceId,
        name: 'Meter',
        before: { updatePeriodSec: 60 },
        after: { updatePeriodSec: 30 },
        warnings: [],
      },
    ])
    assert.deepEqual(await stored(a.deviceId), { netId: a.netId, periodSec: 60, disabledOn: null })
    assert.deepEqual(await done<ChangedDevices>('devices/change-many', body), trial)
    assert.deepEqual(await stored(a.deviceId), { netId: b.netId, periodSec: 30, disabledOn: null })
    assert.deepEqual((await done<ChangedDevices>('devices/change-many', body)).devices, [])
    const values = await api.call('viewer', 'GET', `/device/${a.deviceId}/widgets/?lang=en`)
    assert.match(JSON.stringify(values.body), /"7"|:7/)
  })

  test('all or none, and only what is the organization’s', async () => {
    const ours = await device('ours')
    const theirs = await makeDevice(api, api.otherOrgId, 'theirs', [{ valueType: 'f32' }])
    const changes = { updatePeriodSec: 5 }
    const mixed = [ours.deviceId, theirs.deviceId]
    refused(await post('devices/change-many', { deviceIds: mixed, changes }), 404, 'ObjectNotFound')
    refused(await post('devices/delete-many', { deviceIds: mixed }), 404, 'ObjectNotFound')
    refused(await post('devices/params', { deviceIds: mixed, delete: ['p0'] }), 404, 'ObjectNotFound')
    const foreign = { deviceIds: [ours.deviceId], changes: { netId: theirs.netId } }
    refused(await post('devices/change-many', foreign), 404, 'ObjectNotFound')
    refused(await post('cards/change', { deviceIds: mixed, addTags: ['x'] }), 404, 'ObjectNotFound')
    assert.partialDeepStrictEqual(await stored(ours.deviceId), { netId: ours.netId, periodSec: 60 })
  })

  test('a quota holds for those that are switched on', async () => {
    const one = await device('quota')
    const change = (enabled: boolean) =>
      post('devices/change-many', { deviceIds: [one.deviceId], changes: { enabled } })
    assert.equal((await change(false)).status, 200)
    const { sql } = api.service.db
    await sql`update org set device_quota = 0 where id = ${api.orgId}`
    refused(await change(true), 401, 'NotAuthorized', /quota/)
    await sql`update org set device_quota = null where id = ${api.orgId}`
    assert.equal((await change(true)).status, 200)
  })

  test('parameters are added, changed and deleted in each device', async () => {
    const [a, b] = [await device('pa'), await device('pb')]
    const fresh = { name: 'New', slug: 'fresh', address: 9, registerKind: 'holding', valueType: 'u16' }
    await done('devices/params', { deviceIds: [a.deviceId], add: [fresh] })
    const body = {
      deviceIds: [a.deviceId, b.deviceId],
      add: [fresh],
      change: [{ slug: 'p0', to: { unitName: 'kW' } }],
      delete: ['none'],
    }
    interface ChangedParams {
      devices: { added: string[]; changed: string[]; deleted: string[]; skipped: string[] }[]
    }
    const trial = await done<ChangedParams>('devices/params', { ...body, isTrial: true })
    assert.partialDeepStrictEqual(trial.devices, [
      { added: [], changed: ['p0'], deleted: [], skipped: ['fresh', 'none'] },
      { added: ['fresh'], changed: ['p0'], deleted: [], skipped: ['none'] },
    ])
    assert.deepEqual(await done('devices/params', body), trial)
    const gone = await done<ChangedParams>('devices/params', { deviceIds: [a.deviceId, b.deviceId], delete: ['fresh'] })
    assert.deepEqual(
      gone.devices.map(({ deleted }) => deleted),
      [['fresh'], ['fresh']],
    )
    const wrong = { deviceIds: [a.deviceId], change: [{ slug: 'p0', to: { address: 65_535 } }] }
    refused(await post('devices/params', wrong), 400, 'IncorrectRequest', /Meter, p0: address/)
  })

  test('counts parameters and alerts that are deleted with devices', async () => {
    const one = await device('deleted')
    const body = { deviceIds: [one.deviceId] }
    const answer = { devices: [{ deviceId: one.deviceId, name: 'Meter', params: 1, alerts: 0 }] }
    assert.deepEqual(await done('devices/delete-many', { ...body, isTrial: true }), answer)
    assert.ok(await stored(one.deviceId))
    assert.deepEqual(await done('devices/delete-many', body), answer)
    assert.equal(await stored(one.deviceId), undefined)
  })

  test('cards: tags, groups, fields and a photo', async () => {
    const one = await device('card')
    await done('cards/change', { deviceIds: [one.deviceId], netIds: [one.netId], addTags: ['heat', 'heat'] })
    const at = `/device/${one.deviceId}`
    const change = (body: object) => api.call('manager', 'POST', `${at}/card/change/`, body)
    assert.equal((await change({ location: ' Cellar ', custom: [{ name: 'Owner', value: 'Ann' }] })).status, 200)
    const card = (await api.call('viewer', 'GET', `${at}/card/`)).body
    assert.deepEqual(card, {
      tags: ['heat'],
      groupName: '',
      location: 'Cellar',
      serialNumber: '',
      note: '',
      custom: [{ name: 'Owner', value: 'Ann' }],
      hasPhoto: false,
      isComputed: false,
    })
    const listed = (await api.call('viewer', 'GET', `/org/${api.orgId}/cards/`)).body
    assert.deepEqual(listed, {
      nets: [{ netId: one.netId, tags: ['heat'], groupName: '' }],
      devices: [{ deviceId: one.deviceId, tags: ['heat'], groupName: '', isComputed: false }],
    })
    refused(await change({ tags: ['a,b'] }), 400, 'IncorrectRequest')
    const photo = (data: string | null) => api.call('manager', 'POST', `${at}/photo/change/`, { data })
    refused(await photo(Buffer.from('<svg/>').toString('base64')), 400, 'IncorrectRequest', /PNG or JPEG/)
    refused(await api.call('viewer', 'GET', `${at}/photo/`), 404, 'ObjectNotFound')
    const jpeg = Buffer.from('ffd8ffc0000b080003000201012200ffda000201020304ffd9', 'hex').toString('base64')
    assert.equal((await photo(jpeg)).status, 200)
    assert.deepEqual((await api.call('viewer', 'GET', `${at}/photo/`)).body, { mediaType: 'image/jpeg', data: jpeg })
    assert.equal((await photo(null)).status, 200)
  })
})
