import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { TestContext } from 'node:test'
import { Oidc } from '../accounts/oidc/oidc.ts'
import { StandInProvider, standInSettings } from '../accounts/oidc/testing/stand-in-provider.ts'
import { servePlant, startRaw } from '../commands/raw/testing/raw-field.ts'
import { Realtime } from '../commands/realtime/realtime.ts'
import type { GatewayReport } from '../field/gateways/report.ts'
import { netOf } from '../field/testing/test-field.ts'
import { makeDevice, pollOf, recordPolls } from '../history/testing/polls.ts'
import type { ApiNeeds } from '../start/api.ts'
import { makeBelongings } from './belongings.ts'

const dayOn = Date.UTC(2026, 10, 1)
const hourMs = 3_600_000
export const mac = '02:00:5e:10:00:07'
const newMac = '02:00:5e:10:00:08'
export const resetCode = '5b0f8a3e-6f0e-4b62-9c4d-2f6f1c7a9e10'
export const notificationId = '2c9d4f60-1f7b-4c55-8d3a-6a1b7e0c4d21'

const nodeOf = (name: string, isSelf: boolean) => ({
  id: `c0ffee00000${isSelf ? 1 : 2}`,
  name,
  version: '0.1.0',
  startedOn: '2026-11-13T08:00:00.000Z',
  heardOn: '2026-11-13T09:15:02.000Z',
  facts: {
    networks: 41,
    connected: 40,
    callers: 12,
    polls: 86_400,
    lagMs: 4,
    queuedPolls: 0,
    recordedReadings: 950_400,
    streams: 2,
  },
  isAlive: true,
  isDraining: false,
  works: [],
  isSelf,
  leases: isSelf ? ['nets 0', 'nets 1', 'compaction'] : ['nets 2', 'nets 3', 'connectors'],
})

/** As the administrator sees them. */
const twoNodes: ApiNeeds['nodes'] = {
  list: () => [nodeOf('n1', true), nodeOf('n2', false)],
  drain: () => Promise.resolve(true),
  report: () => Promise.resolve(undefined),
}
/** What its gateway has told. */
const report = {
  fwUpdate: {
    updateState: 'SAVED_FILE_UNKNOWN',
    downloadState: 'SERVER_FILE_VERSION_MATCHES_SAVED',
    progress: null,
    errorCode: null,
    availableVersion: 100,
    savedVersion: null,
    currentVersion: 100,
  },
  firmware: { version: '0.1.0', isRequested: false, canInstall: true, trial: null, takenBack: [] },
  memCard: { capacityKb: 15_558_144, freeKb: 14_991_360, isMounted: true, isInserted: true },
  vpn: { linkState: 'disabled', configState: 'disabled', netifIp: null, interface: null, lastPeerUp: null },
  misc: { voltage: '24.10', temperature: '41.5', resetFlags: ['RST_CAUSE_PO'] },
} satisfies GatewayReport

/** What the examples of the reference are asked of: a boiler room whose controller answers, with a day of readings. */
export const makeExchangeWorld = async (t: TestContext) => {
  const { api, field, nextEvent } = await startRaw(t)
  const { orgId, service, accounts } = api
  const { sql } = service.db
  await sql`update org set name = 'Riverside Works' where id = ${orgId}`
  await sql`update account set name = 'Anna Kowalska', email = 'anna@example.org', is_installation_admin = true where id = ${accounts.owner}`
  service.nodes = twoNodes
  const own = await makeBelongings(api, 'owner')
  const provider = new StandInProvider(service.now)
  service.oidc = new Oidc({
    providers: [{ ...standInSettings, map: [{ group: 'boiler-room', orgId, role: 'operator' }] }],
    publicUrl: () => service.publicUrl,
    key: null,
    clock: api.clock,
    now: service.now,
    fetch: provider.fetch,
  })
  const plant = await servePlant(t)
  const made = await makeDevice(api, orgId, 'boiler', [
    { valueType: 'u16', unitName: '°C', label: 'T1' },
    { valueType: 'u32', unitName: 'kWh', label: 'E' },
  ])
  const { netId, deviceId, params } = made
  const [first, second] = params
  assert.ok(first && second)
  await nameObjects(sql, { netId, deviceId, params: [first.id, second.id] })
  await sql`update param set address = 500, is_programmable = true where id = ${first.id}`
  await sql`update param set address = 502, slug = 'energy', name = '{"en": "Energy"}' where id = ${second.id}`
  service.realtime = new Realtime({ clock: api.clock, link: (id) => field.link(id) })
  field.apply(netOf({ orgId, id: netId, ip: '127.0.0.1', port: plant.port }))
  await nextEvent()
  // A counter that passes 100000, so that there is something to propose.
  const read = Array.from({ length: 3 * 24 * 4 }, (_, i) => dayOn - 24 * hourMs + (i * hourMs) / 4)
  await recordPolls(api, [
    ...read.map((on, i) =>
      i === 150
        ? pollOf(made, params, on, 'Timeout')
        : pollOf(made, params, on, { [first.id]: 60 + (i % 5), [second.id]: (99_800 + i * 2) % 100_000 }),
    ),
    pollOf(made, params, service.now().getTime(), { [first.id]: 62, [second.id]: 400 }),
  ])
  await sql`update template set skus = '{em130}', name = 'Time relay' where id = ${own.templateId}`
  await sql`update alert_condition set param_id = ${first.id} where alert_id = ${own.alertId}`
  await sql`update alert set name = 'Too hot', slug = 'too-hot' where id = ${own.alertId}`
  await sql`
    insert into alert_record (org_id, alert_id, episode, name, log_as, since_on, started_on)
    values (${orgId}, ${own.alertId}, 1, 'Too hot', 'warning', ${service.now()}, ${service.now()})`
  await sql`insert into gateway (mac, sku, org_id, net_id) values (${mac}, 'busbar', ${orgId}, ${netId})`
  await sql`
    insert into gateway_report (gateway_id, asked_on, told_on, told_by, clock_off_sec, report)
    select id, ${service.now()}, ${service.now()}, 'call-back', 1, ${JSON.stringify(report)}::jsonb
    from gateway where mac = ${mac}`
  await sql`
    insert into activation_code (code, mac, expires_on)
    values (12345678, ${mac}, ${new Date(service.now().getTime() + hourMs)}::timestamptz)`
  await sql`insert into gateway (mac, sku, ip) values (${newMac}, 'busbar', '192.0.2.9')`
  await sql`insert into connect_code (code_hash, mac) values (sha256('BOILER-7'), ${newMac})`
  await sql`
    insert into notification (id, texts, created_on)
    values (${notificationId}, '{"en": "Maintenance on Sunday from 2:00"}', ${service.now()})`
  await sql`
    insert into password_reset (token_hash, account_id, expires_on)
    values (${createHash('sha256').update(resetCode).digest()}, ${own.userId}, ${new Date(service.now().getTime() + hourMs)}::timestamptz)`
  const ids = { ...own, netId, deviceId, paramId: first.id }
  const recordExchange = (): void =>
    service.diagnosis.settled(netOf({ orgId, id: netId }), {
      unit: 1,
      pdu: Uint8Array.of(3, 1, 244, 0, 1),
      outcome: { ok: Uint8Array.of(3, 2, 0, 62) },
      origin: { kind: 'poll' },
      tookMs: 12,
      received: new Uint8Array(),
    })
  recordExchange()
  const [net] = await sql<[{ slug: string }]>`select slug from net where id = ${own.netId}`
  const randomName = net.slug.replace('hall-', '')
  return { api, provider, randomName, plantPort: plant.port, ids, energyId: second.id, recordExchange }
}

export type ExchangeWorld = Awaited<ReturnType<typeof makeExchangeWorld>>

type Sql = Awaited<ReturnType<typeof startRaw>>['api']['service']['db']['sql']

const nameObjects = async (
  sql: Sql,
  ids: { netId: number; deviceId: number; params: [number, number] },
): Promise<void> => {
  await sql`update net set name = 'Boiler room', slug = 'boiler-room' where id = ${ids.netId}`
  await sql`update device set name = 'Controller', slug = 'controller' where id = ${ids.deviceId}`
  await sql`update param set name = '{"en": "Supply temperature"}', slug = 'supply' where id = ${ids.params[0]}`
}
