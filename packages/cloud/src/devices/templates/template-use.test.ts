import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'

let api: TestApi

type Param = Record<string, unknown>
const voltage: Param = {
  label: 'U',
  name: 'Voltage',
  address: 0,
  registerKind: 'input',
  valueType: 'u16',
  unitName: 'V',
}
const current: Param = {
  label: 'I',
  name: 'Current',
  address: 1,
  registerKind: 'input',
  valueType: 'u16',
  unitName: 'A',
}
const power: Param = { label: 'P', name: 'Power', address: 2, registerKind: 'input', valueType: 's16', unitName: 'W' }

let count = 0
const post = async <T>(path: string, body: unknown): Promise<T> => {
  const answer = await api.call('manager', 'POST', path, body)
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
  return answer.body as T
}
const get = async <T>(path: string): Promise<T> => (await api.call('viewer', 'GET', path)).body as T
const makeTemplate = async (paramTemplates: Param[]): Promise<number> => {
  count += 1
  const fields = { manufacturer: 'ACME', version: String(count), readGroupSize: 60, writeFunction: 'normal' }
  return (
    await post<{ id: number }>(`/org/${api.orgId}/templates/create/`, { name: 'Meter', ...fields, paramTemplates })
  ).id
}
const makeDevice = async (body: object): Promise<number> => {
  count += 1
  const { sql } = api.service.db
  const [net] = await sql<{ id: number }[]>`
    insert into net (org_id, name, slug, created_on)
    values (${api.orgId}, 'Cellar', ${`cellar-${count}`}, ${api.service.now()}) returning id`
  const { deviceIds } = await post<{ deviceIds: number[] }>(`/net/${net?.id}/devices/create/`, {
    devices: [{ name: 'Main', modbusUnitId: 1, ...body }],
  })
  return deviceIds[0] ?? 0
}
interface StoredParam {
  id: number
  label: string
  slug: string
  address: number
  unitName?: string
}
const paramsOf = (deviceId: number) => get<StoredParam[]>(`/device/${deviceId}/params/`)
const use = (templateId: number, what: string) => `/org/${api.orgId}/template/${templateId}/${what}/`
interface Difference {
  digest: string
  changed: object[]
  kept: object[]
  added: object[]
  gone: object[]
  unchangedCount: number
}

describe('use of templates', () => {
  shareApi((started) => {
    api = started
  })

  test('every change keeps what was; the same again makes no revision', async () => {
    const id = await makeTemplate([voltage])
    const change = (body: object) => api.call('manager', 'POST', `/template/${id}/change/`, body)
    assert.equal((await change({ paramTemplates: [voltage, current], ifRevision: 1 })).status, 200)
    assert.equal((await change({ paramTemplates: [voltage, current] })).status, 200)
    assert.equal((await change({ name: 'Late', ifRevision: 1 })).status, 400)
    const now = await get<{ revision: number }>(`/device-template/${id}/`)
    assert.equal(now.revision, 2)
    const revisions = await get<{ revision: number; replacedBy: string; paramCount: number }[]>(
      `/template/${id}/revisions/`,
    )
    assert.deepEqual(
      revisions.map(({ revision, paramCount }) => [revision, paramCount]),
      [[1, 1]],
    )
    assert.notEqual(revisions[0]?.replacedBy, '')
    const first = await get<{ paramTemplates: { label: string }[] }>(`/template/${id}/revision/1/`)
    assert.deepEqual(
      first.paramTemplates.map(({ label }) => label),
      ['U'],
    )
    assert.equal((await api.call('viewer', 'GET', `/template/${id}/revision/7/`)).status, 404)
  })

  test('a change comes to a device: what stays is the same parameter, what a person set is left alone', async () => {
    const templateId = await makeTemplate([voltage, current])
    const deviceId = await makeDevice({ templateId })
    const before = await paramsOf(deviceId)
    await post(`/param/${before[0]?.id}/change/`, { unitName: 'mV' })
    const moved = { ...voltage, unitName: 'kV', address: 10, multiplier: '0.10' }
    await post(`/template/${templateId}/change/`, { paramTemplates: [moved, power], readGroupSize: 30 })
    const shown = await post<Difference>(use(templateId, 'compare'), { deviceIds: [deviceId] })
    const deviceIds = [deviceId]
    const U = { label: 'U', name: 'Voltage', deviceIds }
    assert.deepEqual(
      { ...shown, digest: '' },
      {
        digest: '',
        changed: [
          { field: 'readGroupSize', before: '60', after: '30', deviceIds },
          { ...U, field: 'address', before: '0', after: '10' },
          { ...U, field: 'multiplier', before: '1', after: '0.1' },
        ],
        kept: [{ ...U, field: 'unitName', before: 'mV', after: 'kV' }],
        added: [{ label: 'P', name: 'Power', deviceIds }],
        gone: [{ label: 'I', name: 'Current', deviceIds }],
        unchangedCount: 0,
      },
    )
    const apply = (body: object) => api.call('manager', 'POST', use(templateId, 'apply'), { deviceIds, ...body })
    assert.equal((await apply({ ifDigest: 'another' })).status, 400)
    assert.deepEqual((await apply({ ifDigest: shown.digest })).body, { changedCount: 1 })
    const after = await paramsOf(deviceId)
    assert.deepEqual(
      after.map(({ id, slug, address, unitName }) => [id, slug, address, unitName]),
      [
        [before[0]?.id, 'u', 10, 'mV'],
        [before[1]?.id, 'i', 1, 'A'],
        [after[2]?.id, 'p', 2, 'W'],
      ],
    )
    const [used] = await get<{ id: number; revision: number; netName: string }[]>(use(templateId, 'devices'))
    assert.deepEqual([used?.id, used?.revision, used?.netName], [deviceId, 2, 'Cellar'])
    const { sql } = api.service.db
    const [audited] = await sql<{ after: { deviceIds: number[] } }[]>`
      select after from audit where org_id = ${api.orgId} and action = 'template.apply' order by id desc limit 1`
    assert.deepEqual(audited?.after.deviceIds, [deviceId])
    const again = await post<Difference>(use(templateId, 'compare'), { deviceIds })
    assert.deepEqual([again.changed, again.added, again.unchangedCount], [[], [], 1])
  })

  test('parameters that a template no longer has are deleted only on request', async () => {
    const templateId = await makeTemplate([voltage, current])
    const deviceId = await makeDevice({ templateId, params: [power] })
    await post(`/template/${templateId}/change/`, { paramTemplates: [voltage] })
    await post(use(templateId, 'apply'), { deviceIds: [deviceId], isGoneDeleted: true })
    assert.deepEqual(
      (await paramsOf(deviceId)).map(({ label }) => label),
      ['U', 'P'],
    )
  })

  test('a device becomes one of another template; its parameters are known by label, register or name', async () => {
    const first = await makeTemplate([voltage, { ...current, label: undefined }, { ...power, label: undefined }])
    const deviceId = await makeDevice({ templateId: first })
    const before = await paramsOf(deviceId)
    const other = await makeTemplate([
      { ...power, label: undefined, address: 20 },
      { ...current, label: 'I1', name: 'Strength' },
      { ...voltage, address: 30 },
    ])
    await post(use(other, 'apply'), { deviceIds: [deviceId] })
    assert.deepEqual(
      (await paramsOf(deviceId)).map(({ id, address }) => [id, address]),
      [
        [before[0]?.id, 30],
        [before[1]?.id, 1],
        [before[2]?.id, 20],
      ],
    )
    assert.deepEqual(
      (await get<{ id: number }[]>(use(other, 'devices'))).map(({ id }) => id),
      [deviceId],
    )
  })

  test('all or none: one device that is not there, or a parameter that would make no sense', async () => {
    const templateId = await makeTemplate([voltage])
    const deviceId = await makeDevice({ templateId })
    const missing = await api.call('manager', 'POST', use(templateId, 'apply'), { deviceIds: [deviceId, 999_999] })
    assert.equal(missing.status, 404)
    const [param] = await paramsOf(deviceId)
    await post(`/param/${param?.id}/change/`, { valueType: 'u32' })
    await post(`/template/${templateId}/change/`, { paramTemplates: [{ ...voltage, address: 65_535 }, current] })
    const nonsense = await api.call('manager', 'POST', use(templateId, 'apply'), { deviceIds: [deviceId] })
    assert.equal(nonsense.status, 400)
    assert.equal((await paramsOf(deviceId)).length, 1)
  })
})
