import { contract } from '@busbar/cloud/contract'
import { client } from '@busbar/wire'
import type { Acts } from '../../kit/acts.ts'
import { OwnCloud } from '../../kit/own-cloud.ts'
import { play } from '../../kit/play.ts'

export interface Started {
  port: number
  /** From an empty folder, and from one that has been there, until the service was ready. */
  firstMs: number
  againMs: number
  token: string
  apiKey: string
  password: string
  orgId: number
  deviceIds: number[]
  /** Of each device. */
  paramIds: number[][]
}
export interface CloudActs extends Acts {
  /** The real service on a database of its own, with one network of ten devices with a hundred parameters each. */
  start(): Promise<Started>
  clear(): Promise<void>
}

const own = new OwnCloud()

const timed = async () => {
  const startedAt = performance.now()
  const cloud = await own.start({ quota: '0', 'log-level': 'silent' })
  return { cloud, ms: performance.now() - startedAt }
}

const must = <T>(outcome: { ok: T } | { err: { message: string } }): T => {
  if ('err' in outcome) throw new Error(outcome.err.message)
  return outcome.ok
}

play({
  async start(): Promise<Started> {
    const first = await timed()
    const owner = { orgName: 'Bench', name: 'Owner', email: 'owner@example.org', password: 'bench bench bench' }
    let token = ''
    const errorFields = { code: 'errorCode', message: 'errorMessage' }
    const authorization = (): string => `token ${token}`
    const apiAt = (baseUrl: string) =>
      client(contract, { baseUrl: baseUrl.replace(/\/$/, ''), errorFields, authorization })
    const api = apiAt(first.cloud.url)
    const made = must(await api.orgs.setup({ code: first.cloud.setupCode ?? '', ...owner }))
    token = made.token
    const { orgId } = made
    const key = must(await api.orgs.createApiKey({ orgId, name: 'bench', role: 'owner' }))
    const connection = { kind: 'direct' as const, ip: '192.0.2.7', port: 502 }
    const net = must(await api.nets.create({ orgId, name: 'Hall', connection }))
    if (net.result !== 'success') throw new Error(JSON.stringify(net.errors))
    const params = Array.from({ length: 100 }, (_, i) => ({
      name: `Parameter ${i}`,
      address: i,
      registerKind: 'input' as const,
      valueType: 'u16' as const,
    }))
    const devices = Array.from({ length: 10 }, (_, i) => ({ name: `Meter ${i}`, modbusUnitId: i + 1, params }))
    const { deviceIds } = must(await api.devices.create({ netId: net.id, devices }))
    const paramsOf = async (deviceId: number) => must(await api.devices.params({ deviceId })).map(({ id }) => id)
    const paramIds = await Promise.all(deviceIds.map(paramsOf))
    await own.stop()
    const again = await timed()
    const { port } = new URL(again.cloud.url)
    return { port: Number(port), firstMs: first.ms, againMs: again.ms, token, ...key, orgId, deviceIds, paramIds }
  },
  clear: () => own.clear(),
} satisfies CloudActs)
