import assert from 'node:assert/strict'
import type { TestApi } from '../../../testing/api.ts'

const param = (label: string, address: number) => ({
  name: label,
  label,
  address,
  registerKind: 'holding',
  valueType: 'f32',
})

/** A kind of devices with two temperatures, and a network to put them in. */
export const makeKind = async ({ orgId, call, service }: TestApi) => {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const { status, body: answer } = await call('owner', 'POST', path, body)
    assert.equal(status, 200, JSON.stringify(answer))
    return answer as T
  }
  const { id: templateId } = await post<{ id: number }>(`/org/${orgId}/templates/create/`, {
    name: 'Oven',
    manufacturer: 'We',
    version: '1',
    readGroupSize: 32,
    writeFunction: 'normal',
    paramTemplates: [param('T1', 0), param('T2', 2)],
  })
  const [net] = await service.db.sql<[{ id: number }]>`
    insert into net (org_id, name, slug, ip, port, created_on)
    values (${orgId}, 'Hall', 'hall', '192.0.2.7', 502, ${service.now()}) returning id`
  let unit = 0
  const addDevice = async (name: string): Promise<number> => {
    unit = (unit % 200) + 1
    const devices = [{ name, modbusUnitId: unit, templateId }]
    const { deviceIds } = await post<{ deviceIds: number[] }>(`/net/${net.id}/devices/create/`, { devices })
    return deviceIds[0] ?? 0
  }
  return { templateId, netId: net.id, addDevice, post }
}
