import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ObjectKind } from '../../accounts/access/access-contract.ts'
import type { TestApi } from '../../testing/api.ts'

type UuidKind = 'report' | 'reportBranch' | 'tree' | 'treeBranch' | 'sensor'
/** An id of every kind. */
export type TestObjects = Record<Exclude<ObjectKind, UuidKind>, number> & Record<UuidKind, string>

/** Creates an object of every type in the test organization; `name` makes them unique. */
export const makeObjects = async ({ service, orgId }: TestApi, name: string): Promise<TestObjects> => {
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
  const [alert] = await sql<{ id: number }[]>`
    insert into alert (org_id, name, slug, condition_logic, log_as, created_on)
    values (${orgId}, 'Low', ${`low-${name}`}, 'any', 'info', ${now}) returning id`
  assert.ok(alert)
  // An organization has only so many: those of earlier calls make room.
  await sql`delete from contact_group where org_id = ${orgId}`
  await sql`delete from escalation_policy where org_id = ${orgId}`
  const [contact] = await sql<{ id: number }[]>`
    insert into contact (org_id, name, language, channels, created_on) values (${orgId}, 'Anna', 'en', '[]', ${now}) returning id`
  const [contactGroup] = await sql<{ id: number }[]>`
    insert into contact_group (org_id, name, members, rotation, created_on)
    values (${orgId}, 'Night', '[]', '{"kind": "by-hand", "onDutyId": null}', ${now}) returning id`
  const [policy] = await sql<{ id: number }[]>`
    insert into escalation_policy (org_id, name, steps, created_on) values (${orgId}, 'Heat', '[]', ${now}) returning id`
  assert.ok(contact && contactGroup && policy)
  const [dashboard] = await sql<{ id: number }[]>`
    insert into dashboard (org_id, name, created_on) values (${orgId}, 'Energy', ${now}) returning id`
  assert.ok(dashboard)
  const [vis] = await sql<{ id: number }[]>`
    insert into visualization (org_id, name, slug, source, cleaned_by, bindings, created_on)
    values (${orgId}, 'Boiler', ${`boiler-${name}`}, '<svg/>', 1, '[]', ${now}) returning id`
  assert.ok(vis)
  const report = randomUUID()
  const reportBranch = randomUUID()
  await sql`insert into report (org_id, id, name, created_on) values (${orgId}, ${report}, 'Water', ${now})`
  await sql`
    insert into report_branch (org_id, id, report_id, position, name, main_id)
    values (${orgId}, ${reportBranch}, ${report}, 0, 'Site', ${reportBranch})`
  const [tree, treeBranch, sensor] = [randomUUID(), randomUUID(), randomUUID()]
  // An organization has only so many: those of earlier calls make room.
  await sql`delete from sense_tree where org_id = ${orgId}`
  await sql`
    insert into sense_tree (org_id, id, name, time_zone, created_on) values (${orgId}, ${tree}, 'Energy', 'UTC', ${now})`
  await sql`
    insert into sense_branch (org_id, id, tree_id, name) values (${orgId}, ${treeBranch}, ${tree}, 'Site')`
  await sql`
    with series as (
      insert into sense_series (org_id, param_id, device_id, kind, created_on)
      values (${orgId}, ${param.id}, ${device.id}, 'energy', ${now}) returning id
    )
    insert into sense_sensor (org_id, id, tree_id, branch_id, series_id, name)
    select ${orgId}, ${sensor}, ${tree}, ${treeBranch}, id, 'Meter' from series`
  return {
    org: orgId,
    net: net.id,
    device: device.id,
    param: param.id,
    alert: alert.id,
    contact: contact.id,
    contactGroup: contactGroup.id,
    policy: policy.id,
    dashboard: dashboard.id,
    vis: vis.id,
    report,
    reportBranch,
    tree,
    treeBranch,
    sensor,
  }
}
