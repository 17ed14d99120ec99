import type { Cloud } from '@busbar/cloud'
import { contract, errorFields } from '@busbar/cloud/contract'
import { type ApiResult, client } from '@busbar/wire'
import { firstAddress, manyParams, unit } from './site.ts'

export interface BenchSite {
  orgId: number
  /** Session token of the owner. */
  token: string
  /** Parameters to read, followed by the one to write. */
  paramIds: number[]
  writtenId: number
}

const owner = { orgName: 'Hall', name: 'Owner', email: 'owner@example.org', password: 'bench bench bench' }

/** Makes the site's network through the API. Nothing of it is polled: its line is free for who asks. */
export const makeSite = async (cloud: Pick<Cloud, 'url' | 'setupCode'>, sitePort: number): Promise<BenchSite> => {
  const session = { token: '' }
  const authorization = (): string | undefined => (session.token === '' ? undefined : `token ${session.token}`)
  const api = client(contract, { baseUrl: cloud.url, errorFields, authorization })
  const { token, orgId } = must(await api.orgs.setup({ code: cloud.setupCode ?? '', ...owner }))
  session.token = token
  const connection = { kind: 'direct' as const, ip: '127.0.0.1', port: sitePort }
  const net = must(await api.nets.create({ orgId, name: 'Hall', connection }))
  if (net.result !== 'success') throw new Error(JSON.stringify(net.errors))
  const params = Array.from({ length: manyParams + 1 }, (_, i) => ({
    name: `Register ${i}`,
    address: firstAddress + i,
    registerKind: 'holding' as const,
    valueType: 'u16' as const,
    isTracked: false,
    isProgrammable: true,
  }))
  const devices = [{ name: 'Controller', modbusUnitId: unit, params }]
  const { deviceIds } = must(await api.devices.create({ netId: net.id, devices }))
  const made = must(await api.devices.params({ deviceId: deviceIds[0] ?? 0 }))
  const ids = made.toSorted((a, b) => a.address - b.address).map(({ id }) => id)
  return { orgId, token, paramIds: ids.slice(0, manyParams), writtenId: ids[manyParams] ?? 0 }
}

const must = <T>(outcome: ApiResult<T>): T => {
  if ('err' in outcome) throw new Error(outcome.err.message)
  return outcome.ok
}
