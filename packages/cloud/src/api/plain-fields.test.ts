import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '../testing/api.ts'
import { createAlert } from './alerts/testing.ts'
import { makeDevice } from './readings/testing.ts'

/** The first object at a path of names; `*` is any one of them. */
const at = (body: unknown, path: readonly string[]): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return body
  const held = body as Record<string, unknown>
  return at(name === '*' ? Object.values(held)[0] : held[name], rest)
}

test('what the contract lists plainly is there even if nothing is known of it', async (t) => {
  const api = await startApi(t)
  const { orgId, call, service } = api
  const { sql } = service.db
  const { params, deviceId, netId } = await makeDevice(api, orgId, 'a', [{ valueType: 'u16' }])
  const [param = { id: 0 }] = params
  const { id: alertId } = await createAlert(api, { conditions: [{ paramId: param.id, kind: 'g', value: 1 }] })
  await sql`
    insert into alert_record (org_id, alert_id, episode, name, log_as, since_on, started_on)
    values (${orgId}, ${alertId}, 1, 'Open', 'warning', now(), now())`
  await sql`insert into gateway (mac) values ('02:00:00:00:00:07')`
  await sql`
    insert into activation_code (code, mac, expires_on)
    values (12345678, '02:00:00:00:00:07', ${new Date(service.now().getTime() + 3_600_000)})`

  const device = ['id', 'netId', 'name', 'slug', 'modbusUnitId', 'updatePeriodSec', 'readGroupSize', 'writeFunction']
  const record = ['name', 'startedOn', 'resolvedOn', 'logAs', 'logAsText', 'status', 'confirmedOn', 'details']
  const info = ['id', 'name', 'fullName', 'slug', 'deviceId', 'deviceName', 'deviceSlug', 'networkId', 'networkName']
  const net = ['name', 'slug', 'solution', 'ip', 'port', 'devices']
  const widget = ['id', 'name', 'fullName', 'deviceId', 'readingReportUrl', 'isProgrammable']
  const rows: [method: 'GET' | 'POST', path: string, where: string, plain: string[], nulls?: string[]][] = [
    ['GET', `/alert/${alertId}/log/`, 'records.*', record, ['resolvedOn', 'confirmedOn']],
    ['GET', `/org/${orgId}/alerts/log/`, 'records.*', record, ['resolvedOn', 'confirmedOn']],
    ['GET', `/alert/${alertId}/log/`, '', ['records', 'totalRecords', 'currentPage', 'itemsOnPage']],
    ['GET', `/alert/${alertId}/status/`, 'conditions.*', ['lastValue', 'isTriggered'], ['lastValue']],
    ['GET', `/alert/${alertId}/status/`, '', ['id', 'isActive', 'conditions']],
    ['GET', `/alert/${alertId}/`, '', ['id', 'name', 'slug', 'conditionLogic', 'logAs', 'actions', 'followUps']],
    ['GET', `/alert/${alertId}/`, 'conditions.*', ['paramId', 'kind', 'param', 'value']],
    ['POST', '/activation-code/12345678/get-info/', '', ['code', 'mac', 'ip', 'port', 'sku'], ['ip', 'sku']],
    ['GET', `/device/${deviceId}/`, '', [...device, 'modbusTimeoutRetriesNum']],
    ['GET', `/net/${netId}/devices/`, '*', device],
    ['GET', `/device/${deviceId}/tracked-params/`, '*', ['id', 'name', 'fullName']],
    ['GET', `/device/${deviceId}/widgets/?lang=en`, '*', ['id', 'paramId']],
    ['GET', `/params/get-info/?paramIds=${param.id}`, '*', [...info, 'networkSlug', 'address', 'valueType']],
    ['GET', `/param/${param.id}/dashboard-widget-data/`, '', widget],
    ['GET', `/org/${orgId}/nets/device-param-tree/`, '*', net],
    ['GET', `/org/${orgId}/nets/device-param-tree/`, '*.devices.*', ['name', 'slug', 'modbusUnitId', 'parameters']],
    ['GET', `/net/${netId}/`, '', ['id', 'orgId', 'createdOn', 'protocol', 'controllerKind', 'devicePasswords']],
    ['POST', `/net/${netId}/connection-status/`, '', ['connected', 'lid']],
    ['GET', `/org/${orgId}/dashboard/`, '', ['settings', 'widgets']],
  ]
  for (const [method, path, where, plain, nulls = []] of rows) {
    const { status, body } = await call('manager', method, path, method === 'POST' ? null : undefined)
    assert.equal(status, 200, `${path} ${JSON.stringify(body)}`)
    const found = at(body, where === '' ? [] : where.split('.')) as Record<string, unknown>
    for (const field of plain) assert.equal(found[field] === null, nulls.includes(field), `${path} ${field}`)
    assert.deepEqual(
      plain.filter((field) => !Object.hasOwn(found, field)),
      [],
      path,
    )
  }
})
