import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import type { Endpoint } from '@busbar/wire'
import type { z } from 'zod'
import type { CloudAccess } from '../accounts/access/access-contract.ts'
import { makeObjects, type TestObjects } from '../server/testing/objects.ts'
import type { TestApi } from '../testing/api.ts'
import { shareApi } from '../testing/shared-api.ts'
import { contract } from './contract.ts'

/** Contains a zero-width space, a soft hyphen and a right-to-left override. */
const sent = 'Ha\u200Bll\u00AD 7\u202E'
const stored = 'Hall 7'

interface NameRow {
  kind: string
  path: (ids: TestObjects) => string
  /** The rest of the body. */
  body?: (ids: TestObjects) => object
  /** Returns the stored name: of the newest row, or of an object that existed before. */
  table: string
  id?: (ids: TestObjects) => string | number
  column?: string
}

const weekly = { kind: 'weekly', days: [2], fromMinute: 480, tillMinute: 600 }
const endpoint = 'https://push.example.org/v1/8f2b'
const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const register = { label: 'p', address: 0, registerKind: 'input', valueType: 'u16', isTracked: true }
const condition = { kind: 'g', value: 250 }
const definition = { conditionLogic: 'any', logAs: 'info', actions: [] }

const rows: readonly NameRow[] = [
  { kind: 'an organization', path: ({ org }) => `/org/${org}/change/`, table: 'org' },
  {
    kind: 'a new network',
    path: ({ org }) => `/org/${org}/nets/create/`,
    body: () => ({ connection: { kind: 'direct', ip: '192.0.2.9', port: 502 } }),
    table: 'net',
  },
  { kind: 'a network', path: ({ net }) => `/net/${net}/change/`, table: 'net', id: ({ net }) => net },
  { kind: 'a device', path: ({ device }) => `/device/${device}/change/`, table: 'device', id: ({ device }) => device },
  {
    kind: 'a parameter',
    path: ({ param }) => `/param/${param}/change/`,
    table: 'param',
    id: ({ param }) => param,
    column: `name ->> 'en'`,
  },
  {
    kind: 'a device template',
    path: ({ org }) => `/org/${org}/templates/create/`,
    body: () => ({
      manufacturer: 'Test',
      version: '1',
      readGroupSize: 10,
      writeFunction: 'normal',
      paramTemplates: [{ ...register, name: 'Power' }],
    }),
    table: 'template',
  },
  {
    kind: 'an alert',
    path: ({ org }) => `/org/${org}/alerts/create/`,
    body: ({ param }) => ({ ...definition, conditions: [{ ...condition, paramId: param }] }),
    table: 'alert',
  },
  {
    kind: 'a maintenance window',
    path: ({ org }) => `/org/${org}/maintenance-windows/create/`,
    body: ({ device }) => ({ reason: '', rule: weekly, deviceIds: [device] }),
    table: 'maintenance_window',
  },
  {
    kind: 'a contact',
    path: ({ org }) => `/org/${org}/contacts/create/`,
    body: () => ({ language: 'en', channels: [{ type: 'email', address: 'anna@example.org' }] }),
    table: 'contact',
  },
  {
    kind: 'a group of contacts',
    path: ({ org }) => `/org/${org}/contact-groups/create/`,
    body: ({ contact }) => ({ members: [contact], rotation: { kind: 'by-hand', onDutyId: contact } }),
    table: 'contact_group',
  },
  {
    kind: 'an escalation policy',
    path: ({ org }) => `/org/${org}/escalation-policies/create/`,
    body: ({ contact }) => ({ steps: [{ afterMinutes: 0, contactIds: [contact] }] }),
    table: 'escalation_policy',
  },
  { kind: 'a dashboard', path: ({ org }) => `/org/${org}/dashboards/create/`, table: 'dashboard' },
  {
    kind: 'a visualization',
    path: ({ vis }) => `/vis/${vis}/change/`,
    table: 'visualization',
    id: ({ vis }) => vis,
  },
  {
    kind: 'a report',
    path: ({ org }) => `/org/${org}/resource-report/create/`,
    body: ({ report }) => ({ id: report, branches: [] }),
    table: 'report',
    id: ({ report }) => report,
  },
  {
    kind: 'an energy tree',
    path: ({ tree }) => `/sense/hierarchy/tree/${tree}/rename/`,
    table: 'sense_tree',
    id: ({ tree }) => tree,
  },
  {
    kind: 'a branch of a tree',
    path: ({ tree, treeBranch }) => `/sense/hierarchy/tree/${tree}/branch/${treeBranch}/rename/`,
    table: 'sense_branch',
    id: ({ treeBranch }) => treeBranch,
  },
  {
    kind: 'a sensor of a tree',
    path: ({ sensor }) => `/sense/sensor/${sensor}/rename/`,
    table: 'sense_sensor',
    id: ({ sensor }) => sensor,
  },
  {
    kind: 'a budget',
    path: ({ tree }) => `/sense/hierarchy/tree/${tree}/budgets/create/`,
    body: () => ({
      branchId: null,
      planOf: 'amount',
      months: new Array<string>(12).fill('100'),
      tolerancePercent: 5,
      contactIds: [],
    }),
    table: 'energy_budget',
  },
  {
    kind: 'a connector',
    path: ({ org }) => `/org/${org}/connectors/create/`,
    body: () => ({ kind: 'mqtt', settings: { url: 'mqtts://broker.example.org' }, isEnabled: false }),
    table: 'connector',
  },
  {
    kind: 'a share link',
    path: ({ org }) => `/org/${org}/share-links/create/`,
    body: ({ dashboard }) => ({
      object: { kind: 'dashboard', dashboardId: dashboard },
      isKiosk: false,
      expiresOn: '2026-12-03T00:00:00Z',
    }),
    table: 'share_link',
  },
  {
    kind: 'a device for push messages',
    path: ({ org }) => `/org/${org}/push/subscribe/`,
    body: () => ({ endpoint, p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg', language: 'en', level: 'warning' }),
    table: 'push_subscription',
  },
]

describe('names of objects over HTTP', () => {
  let api: TestApi
  let ids: TestObjects
  shareApi((started) => {
    api = started
  })
  before(async () => {
    ids = await makeObjects(api, randomUUID().slice(0, 8))
  })

  for (const { kind, path, body, table, id, column = 'name' } of rows) {
    test(`stores the name of ${kind} without invisible characters`, async () => {
      const answer = await api.call('owner', 'POST', path(ids), { ...body?.(ids), name: sent })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      const where = id === undefined ? '' : `and id = '${id(ids)}'`
      const names = await api.service.db.sql.unsafe<{ name: string }[]>(
        `select ${column} as name from ${table} where ${table === 'org' ? 'id' : 'org_id'} = ${ids.org} ${where}`,
      )
      assert.ok(
        names.some(({ name }) => name === stored),
        JSON.stringify(names),
      )
    })
  }
})

/** Bodies are schemas inside schemas: everything that a schema is made of, by the way to it. */
function* partsOf(schema: z.core.$ZodType, path: string): Generator<[path: string, schema: z.core.$ZodType]> {
  const { def } = schema as unknown as { def: Record<string, unknown> }
  yield [path, schema]
  const { shape, element, options, innerType, valueType, left, right } = def as Record<string, z.core.$ZodType>
  for (const [key, inner] of Object.entries(shape ?? {})) yield* partsOf(inner as z.core.$ZodType, `${path}.${key}`)
  for (const inner of [element, innerType, valueType, left, right, ...((options ?? []) as z.core.$ZodType[])])
    if (inner !== undefined) yield* partsOf(inner, path)
}

/** Fields of these names that refer to something by the name that it has, or that name a file. */
const otherNames = new Set([
  'importConfig.run.files.name',
  'installation.checkBackup.name',
  'orgs.delete.name',
  'readingsImport.run.name',
  'transfer.import.alertTemplates.shippedTemplate.name',
  'transfer.import.dashboards.variable.shippedTemplate.name',
  'transfer.import.devices.shippedTemplate.name',
  'transfer.import.organization.name',
])

test('every name that a request may carry is cleaned', () => {
  const kept = new Set<string>()
  for (const [resource, list] of Object.entries(contract)) {
    for (const [name, { body }] of Object.entries(list as Record<string, Endpoint<CloudAccess>>)) {
      if (body === undefined) continue
      for (const [path, schema] of partsOf(body, `${resource}.${name}`)) {
        const { type } = (schema as unknown as { def: { type: string } }).def
        if (type !== 'string' || !/\.(name|groupName|group|category)(\.(en|pl|ru|uk))?$/.test(path)) continue
        const parsed = (schema as z.ZodType).safeParse(`Ha\u200Bll`)
        if (parsed.success && parsed.data !== 'Hall' && !otherNames.has(path)) kept.add(path)
      }
    }
  }
  assert.deepEqual([...kept].toSorted(), [])
})
