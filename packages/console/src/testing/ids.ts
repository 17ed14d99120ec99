import { expectOk, type NewOrg } from './installation.ts'

/** The ids of a device by its name, of its network, and of its parameters by their labels. */
interface DeviceIds {
  netId: number
  deviceId: number
  paramIds: ReadonlyMap<string, number>
}

export const idsOf = async ({ api, orgId }: NewOrg, deviceName = 'Main meter'): Promise<DeviceIds> => {
  const nets = Object.entries(expectOk(await api.nets.tree({ orgId })))
  const devices = nets.flatMap(([netId, net]) =>
    Object.entries(net.devices).map((device) => [netId, ...device] as const),
  )
  const found = devices.find(([, , { name }]) => name === deviceName)
  if (found === undefined) throw new Error(`there is no ${deviceName}`)
  const [netId, deviceId, { parameters }] = found
  const paramIds = Object.entries(parameters).map(([id, { label }]) => [label ?? '', Number(id)] as const)
  return { netId: Number(netId), deviceId: Number(deviceId), paramIds: new Map(paramIds) }
}

export const paramIdOf = async (org: NewOrg, deviceName: string, label: string): Promise<number> => {
  const { paramIds } = await idsOf(org, deviceName)
  const id = paramIds.get(label)
  if (id === undefined) throw new Error(`${deviceName} has no ${label}, only ${[...paramIds.keys()].join(', ')}`)
  return id
}
