import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { templates as shippedTemplates } from '@busbar/templates'
import type { Answer, TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { seedTemplates } from './seed.ts'

let api: TestApi

const voltage = { label: 'U', name: 'Voltage', address: 0, registerKind: 'input', valueType: 'u16' }
const meter = {
  name: 'Meter',
  manufacturer: 'ACME',
  version: '1',
  skus: ['acme-1'],
  readGroupSize: 60,
  writeFunction: 'normal',
  paramTemplates: [voltage],
}
let count = 0
const fresh = (fields: object = {}) => {
  count += 1
  return { ...meter, version: `fresh ${count}`, skus: [], ...fields }
}
const create = async (fields: object = {}): Promise<number> => {
  const made = await api.call('manager', 'POST', `/org/${api.orgId}/templates/create/`, fresh(fields))
  assert.equal(made.status, 200, JSON.stringify(made.body))
  return (made.body as { id: number }).id
}
const refused = (answer: Answer, status: number, code: string, message = /./): void => {
  const { errorCode, errorMessage } = answer.body as { errorCode: string; errorMessage: string }
  assert.deepEqual([answer.status, errorCode], [status, code], errorMessage)
  assert.match(errorMessage, message)
}

describe('templates', () => {
  shareApi((started) => {
    api = started
    return seedTemplates(api.service.db, api.service.now)
  })

  test('every shipped template is found by each of its SKUs and shown as it is', async () => {
    for (const [sku, { events: _events, sources: _sources, line: _line, variant, ...template }] of shippedTemplates()) {
      const found = await api.call('demo', 'POST', '/controller/get-template-id/', { sku })
      const { id } = found.body as { id: number }
      assert.deepEqual((await api.call('demo', 'GET', `/device-template/${id}/`)).body, {
        id,
        ...template,
        ...(variant && { variant: { of: variant.of, note: variant.note } }),
      })
    }
    refused(
      await api.call('owner', 'POST', '/controller/get-template-id/', { sku: 'nobody-has-it' }),
      404,
      'ObjectNotFound',
    )
    refused(await api.call('owner', 'GET', '/device-template/999999/'), 404, 'ObjectNotFound')
  })

  test('a template of one\u2019s own is stored in one form and found by its SKU before the shipped one', async () => {
    const sku = 'em130'
    const shipped = await api.call('stranger', 'POST', '/controller/get-template-id/', { sku })
    const paramTemplates = [{ ...voltage, name: ' Voltage ', multiplier: '0.10', shift: '1', enum: {}, max: 1e-7 }]
    const id = await create({ skus: [sku, sku], version: 'own', paramTemplates })
    const stored = { ...voltage, name: { en: 'Voltage' }, multiplier: '0.10', shift: 1, max: 1e-7 }
    assert.deepEqual((await api.call('viewer', 'GET', `/device-template/${id}/`)).body, {
      ...meter,
      id,
      orgId: api.orgId,
      version: 'own',
      revision: 1,
      skus: [sku],
      paramTemplates: [stored],
    })
    const bySku = (as: 'viewer' | 'demo' | 'stranger') => api.call(as, 'POST', '/controller/get-template-id/', { sku })
    assert.deepEqual((await bySku('viewer')).body, { id })
    assert.deepEqual((await bySku('stranger')).body, shipped.body)
    assert.deepEqual((await bySku('demo')).body, shipped.body)
  })

  test('permissions to read and change', async () => {
    const id = await create()
    const { body } = await api.call('owner', 'POST', '/controller/get-template-id/', { sku: 'rpm416' })
    const shippedId = (body as { id: number }).id
    for (const path of [`/device-template/${id}/`, `/template/${id}/export-csv/`]) {
      assert.equal((await api.call('viewer', 'GET', path)).status, 200)
      refused(await api.call('demo', 'GET', path), 401, 'NotAuthorized')
      refused(await api.call('stranger', 'GET', path), 404, 'ObjectNotFound')
    }
    for (const [what, sent] of [
      ['change', { name: 'New' }],
      ['delete', null],
    ] as const) {
      refused(await api.call('operator', 'POST', `/template/${id}/${what}/`, sent), 401, 'NotAuthorized')
      refused(await api.call('stranger', 'POST', `/template/${id}/${what}/`, sent), 404, 'ObjectNotFound')
      refused(await api.call('owner', 'POST', `/template/${shippedId}/${what}/`, sent), 401, 'NotAuthorized', /Shipped/)
    }
    refused(await api.call('operator', 'POST', `/org/${api.orgId}/templates/create/`, fresh()), 401, 'NotAuthorized')
    refused(await api.call('stranger', 'POST', `/org/${api.orgId}/templates/create/`, fresh()), 404, 'ObjectNotFound')
    const idsOf = async (as: 'viewer' | 'demo' | 'stranger') =>
      ((await api.call(as, 'GET', '/templates/')).body as { id: number; orgId?: number }[]).filter((one) => one.orgId)
    assert.ok((await idsOf('viewer')).some((one) => one.id === id && one.orgId === api.orgId))
    assert.deepEqual([await idsOf('demo'), await idsOf('stranger')], [[], []])
  })

  test('an invalid template is refused with the position of the error', async () => {
    const wrong: [object, RegExp][] = [
      [{ paramTemplates: [] }, /paramTemplates/],
      [{ paramTemplates: [voltage, voltage] }, /paramTemplates\.1: label "U" belongs to another/],
      [{ paramTemplates: [{ ...voltage, valueType: 'string' }] }, /paramTemplates\.0: bitsAmount must be given/],
      [{ paramTemplates: [{ ...voltage, name: '  ' }] }, /paramTemplates\.0: name must have/],
      [{ paramTemplates: [{ ...voltage, registerKind: 'coil' }] }, /paramTemplates\.0: valueType must be bit/],
      [{ readGroupSize: 0 }, /readGroupSize/],
    ]
    const id = await create()
    for (const [fields, message] of wrong) {
      const made = await api.call('manager', 'POST', `/org/${api.orgId}/templates/create/`, fresh(fields))
      refused(made, 400, 'IncorrectRequest', message)
      refused(await api.call('manager', 'POST', `/template/${id}/change/`, fields), 400, 'IncorrectRequest', message)
    }
  })

  test('name, manufacturer and version together are unique in an organization', async () => {
    await create({ version: 'taken' })
    const again = await api.call('manager', 'POST', `/org/${api.orgId}/templates/create/`, {
      ...meter,
      version: 'taken',
    })
    refused(again, 400, 'IncorrectRequest', /body\.name/)
    const id = await create()
    refused(await api.call('manager', 'POST', `/template/${id}/change/`, { version: 'taken' }), 400, 'IncorrectRequest')
    const elsewhere = await api.call('stranger', 'POST', `/org/${api.otherOrgId}/templates/create/`, {
      ...meter,
      version: 'taken',
    })
    assert.equal(elsewhere.status, 200)
    const both = await Promise.all(
      Array.from({ length: 4 }, () =>
        api.call('manager', 'POST', `/org/${api.orgId}/templates/create/`, { ...meter, version: 'race' }),
      ),
    )
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400, 400, 400],
    )
  })

  test('a change keeps what is not given, a delete leaves devices, and both are in the audit log', async () => {
    const { sql } = api.service.db
    const id = await create({ version: 'to change' })
    const sent = { name: 'Renamed', paramTemplates: [voltage, { ...voltage, label: 'I', address: 1 }] }
    assert.deepEqual((await api.call('manager', 'POST', `/template/${id}/change/`, sent)).body, {})
    const changed = (await api.call('viewer', 'GET', `/device-template/${id}/`)).body as typeof meter
    assert.deepEqual(
      [changed.name, changed.version, changed.paramTemplates.map(({ label }) => label)],
      ['Renamed', 'to change', ['U', 'I']],
    )
    const now = api.service.now()
    await sql`with n as (insert into net (org_id, name, slug, created_on) values (${api.orgId}, 'n', 'n', ${now}) returning id)
    insert into device (org_id, net_id, name, slug, modbus_unit_id, template_org_id, template_id, created_on)
    select ${api.orgId}, id, 'd', 'd', 1, ${api.orgId}, ${id}, ${now} from n`
    assert.deepEqual((await api.call('manager', 'POST', `/template/${id}/delete/`)).body, {})
    refused(await api.call('manager', 'POST', `/template/${id}/delete/`), 404, 'ObjectNotFound')
    assert.deepEqual([...(await sql`select template_id from device where slug = 'd'`)], [{ template_id: null }])
    const actions = await sql<{ action: string }[]>`
    select action from audit where org_id = ${api.orgId} and object_id = ${String(id)} order by id`
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['template.create', 'template.change', 'template.delete'],
    )
  })

  test('a template leaves as a table and comes back the same', async () => {
    const { body } = await api.call('viewer', 'POST', '/controller/get-template-id/', { sku: 'rpm416' })
    const { id } = body as { id: number }
    const csv = await api.call('viewer', 'GET', `/template/${id}/export-csv/`)
    assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/)
    const { paramTemplates: _none, ...rest } = fresh()
    const path = `/org/${api.orgId}/templates/import-csv/`
    const made = await api.call('manager', 'POST', path, { ...rest, csv: csv.body })
    const copy = await api.call('viewer', 'GET', `/device-template/${(made.body as { id: number }).id}/`)
    const original = await api.call('viewer', 'GET', `/device-template/${id}/`)
    const paramsOf = (answer: Answer) => (answer.body as typeof meter).paramTemplates
    assert.deepEqual(paramsOf(copy), paramsOf(original))
    const wrong = await api.call('manager', 'POST', path, {
      ...rest,
      csv: 'name,address,registerKind,valueType\nx,y,input,u16',
    })
    assert.deepEqual(wrong.body, { errors: [{ line: 2, column: 'address', message: 'must be a whole number' }] })
  })
})
