import assert from 'node:assert/strict'
import type { ValueType } from '@busbar/modbus'
import type { PolledParam } from '@busbar/polling'
import { type Poll, Recorder } from '@busbar/readings'
import type { TestApi } from '../../testing/api.ts'

/** Records polls as the service does when the last of them is read, and comes back when they are stored. */
export const recordPolls = async ({ service }: TestApi, polls: readonly Poll[]): Promise<void> => {
  const { db, clock } = service
  const lastOn = Math.max(service.now().getTime(), ...polls.map(({ readOn }) => readOn))
  const now = (): Date => new Date(lastOn)
  const fail = (_: object, message: string): void => assert.fail(message)
  const log = { error: fail, info: () => {} }
  const recorder = new Recorder({ db, clock, now, log, bufferBytesMax: 100_000_000 })
  await recorder.start()
  for (const poll of polls) recorder.record(poll)
  await recorder.stop()
  assert.equal(recorder.status().droppedPolls, 0)
}

/** A poll of a device: numbers and texts by parameter ID, or the reason of the failure. */
export const pollOf = (
  { orgId, deviceId }: { orgId: number; deviceId: number },
  params: readonly PolledParam[],
  readOn: number,
  read: Readonly<Record<number, number | string | { number: number; text: string }>> | string,
): Poll => {
  const cellsById = typeof read === 'string' ? {} : read
  const cells = params.map(({ id }) => cellsById[id])
  const texts = new Map<number, string>()
  for (const [place, cell] of cells.entries()) {
    if (typeof cell === 'string') texts.set(place, cell)
    else if (typeof cell === 'object') texts.set(place, cell.text)
  }
  const missing = cells.flatMap((cell, place) => (cell === undefined ? [[place, 'Timeout'] as const] : []))
  const partly = missing.length === 0 ? null : new Map(missing)
  return {
    orgId,
    deviceId,
    readOn,
    params,
    values: cells.map((cell) => (typeof cell === 'number' ? cell : typeof cell === 'object' ? cell.number : null)),
    texts: texts.size === 0 ? null : texts,
    errors: typeof read === 'string' ? read : partly,
  }
}

/** A device with parameters of these types; `name` tells it from others. */
export const makeDevice = async (
  { service }: TestApi,
  orgId: number,
  name: string,
  params: readonly { valueType: ValueType; precision?: number; unitName?: string; label?: string; enum?: object }[],
) => {
  const { sql } = service.db
  const [net] = await sql<{ id: number }[]>`
    insert into net (org_id, name, slug, ip, port, created_on)
    values (${orgId}, 'Hall', ${`hall-${name}`}, '192.0.2.7', 502, ${service.now()}) returning id`
  assert.ok(net)
  const [device] = await sql<{ id: number }[]>`
    insert into device (org_id, net_id, name, slug, modbus_unit_id, created_on)
    values (${orgId}, ${net.id}, 'Meter', ${`meter-${name}`}, 1, ${service.now()}) returning id`
  assert.ok(device)
  const created: PolledParam[] = []
  for (const [at, { valueType, precision = null, unitName = null, label = null, enum: labels }] of params.entries()) {
    const [param]: { id: number }[] = await sql`
      insert into param (org_id, device_id, name, label, slug, address, register_kind, value_type, precision, unit_name, enum)
      values (${orgId}, ${device.id}, ${sql.json({ en: `P${at}`, pl: `Parametr ${at}` })}, ${label}, ${`p${at}`}, ${at * 4},
              'holding', ${valueType}, ${precision}, ${unitName}, ${labels === undefined ? null : sql.json(labels)})
      returning id`
    assert.ok(param)
    created.push({ id: param.id, valueType })
  }
  return { orgId, netId: net.id, deviceId: device.id, params: created }
}
