import assert from 'node:assert/strict'
import type { ObjectKind } from '../../access/words.ts'
import type { TestApi } from '../../testing/api.ts'

/** One object of every kind, in the test's organization; `name` tells them from others. */
export const makeObjects = async ({ service, orgId }: TestApi, name: string): Promise<Record<ObjectKind, number>> => {
  const { sql } = service.db
  const now = service.now()
  const [net] = await sql<{ id: number }[]>`
    insert into net (org_id, name, slug, ip, port, created_on) values (${orgId}, 'Hall', ${`hall-${name}`}, '192.0.2.7', 502, ${now}) returning id`
  assert.ok(net)
  const [device] = await sql<{ id: number }[]>`
    insert into device (org_id, net_id, name, slug, modbus_unit_id, created_on)
    values (${orgId}, ${net.id}, 'Meter', ${`meter-${name}`}, 1, ${now}) returning id`
  assert.ok(device)
  const [param] = await sql<{ id: number }[]>`
    insert into param (org_id, device_id, name, slug, address, register_kind, value_type)
    values (${orgId}, ${device.id}, '{"en": "Voltage"}', 'u', 0, 'input', 'u16') returning id`
  assert.ok(param)
  return { org: orgId, net: net.id, device: device.id, param: param.id }
}
