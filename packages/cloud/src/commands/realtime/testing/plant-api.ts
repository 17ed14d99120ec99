import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import type { FieldNet } from '@busbar/polling'
import { Plant, type PlantDescription, serveTcp } from '@busbar/simulator'
import { templates } from '@busbar/templates'
import { Dialer } from '../../../field/dialling/dialer.ts'
import { RawAllow } from '../../../field/dialling/raw-allow.ts'
import type { NetLink } from '../../../field/link/net-link.ts'
import { ShortLinks } from '../../../field/raw/short-links.ts'
import { netOf, testField } from '../../../field/testing/test-field.ts'
import { startApi, type TestApi } from '../../../testing/api.ts'

/** A service whose first network is a simulated site on a real socket. */
export interface PlantApi extends TestApi {
  plant: Plant
  port: number
  netId: number
  link: NetLink
  /** A device of the site under its unit, with all parameters of its template: their ids by label. */
  makeDevice: (unit: number) => Promise<{ deviceId: number; ids: Record<string, number> }>
  /** Lets what happens by itself happen until it is so. */
  until: (isSo: () => boolean) => Promise<void>
  /** Waits while time passes at the plant, and stands still here. */
  withPlantTime: <T>(promise: Promise<T>) => Promise<T>
}

const host = '127.0.0.1'

export const startPlantApi = async (
  t: TestContext,
  description: PlantDescription,
  netOverrides: Partial<FieldNet> = {},
): Promise<PlantApi> => {
  const plantClock = new VirtualClock()
  const plant = new Plant(description, { clock: plantClock, startMs: Date.UTC(2026, 10, 14), speed: 0 })
  const served = await serveTcp(plant, { port: 0 })
  t.after(() => served.close())
  const [site] = served.sites
  assert.ok(site)
  const clock = new VirtualClock()
  const { field, nextEvent } = testField({ clock })
  t.after(() => field.stop())
  const dialled = new ShortLinks({ clock, dialer: new Dialer({ rawAllow: RawAllow.of('127.0.0.0/8:1-65535') }) })
  t.after(() => dialled.stop())
  const api = await startApi(t, { clock, field, raw: { dialled } })
  const { sql } = api.service.db
  const [net] = await sql<{ id: number }[]>`
    insert into net (org_id, name, slug, ip, port, created_on)
    values (${api.orgId}, 'Site', 'site', ${host}, ${site.port}, ${api.service.now()}) returning id`
  assert.ok(net)
  field.apply(netOf({ orgId: api.orgId, id: net.id, ip: host, port: site.port, ...netOverrides }))
  field.start()
  assert.equal((await nextEvent()).isConnected, true)
  const link = field.link(net.id)
  assert.ok(link)
  return {
    ...api,
    plant,
    port: site.port,
    netId: net.id,
    link,
    makeDevice: (unit) => makeDevice(api, net.id, site.site.description.devices, unit),
    until,
    withPlantTime: async (promise) => {
      let isSettled = false as boolean
      const settle = (): void => {
        isSettled = true
      }
      promise.then(settle, settle)
      await until(() => {
        plantClock.advance(1)
        return isSettled
      })
      return promise
    },
  }
}

const makeDevice = async (
  { service, orgId }: TestApi,
  netId: number,
  devices: PlantDescription['sites'][number]['devices'],
  unit: number,
) => {
  const { sql } = service.db
  const template = templates().get(devices.find((device) => device.unit === unit)?.sku ?? '')
  assert.ok(template)
  const [device] = await sql<{ id: number }[]>`
    insert into device (org_id, net_id, name, slug, modbus_unit_id, read_group_size, created_on)
    values (${orgId}, ${netId}, 'Device', ${`unit-${unit}`}, ${unit}, ${template.readGroupSize}, ${service.now()}) returning id`
  assert.ok(device)
  const params = await sql<{ id: number; slug: string }[]>`
    insert into param ${sql(
      template.paramTemplates.map((param) => ({
        org_id: orgId,
        device_id: device.id,
        name: sql.json(param.name) as never,
        slug: param.label.toLowerCase().replaceAll('_', '-'),
        address: param.address,
        register_kind: param.registerKind,
        value_type: param.valueType,
        byte_order: param.order ?? 'ABCD',
        bit_position: param.bitPosition ?? null,
        bits_amount: param.bitsAmount ?? null,
        multiplier: param.multiplier ?? 1,
        precision: param.precision ?? null,
        unit_name: param.unitName ?? null,
        enum: param.enum === undefined ? null : sql.json(param.enum),
        is_tracked: param.isTracked,
      })),
    )} returning id, slug`
  const ids = template.paramTemplates.map(({ label }, place) => [label, params[place]?.id ?? 0] as const)
  return { deviceId: device.id, ids: Object.fromEntries(ids) }
}
