import { contract } from '@busbar/cloud/contract'
import { client } from '@busbar/wire'
import type { Acts } from '../../kit/acts.ts'
import { median } from '../../kit/median.ts'
import { OwnCloud } from '../../kit/own-cloud.ts'
import { play } from '../../kit/play.ts'

export interface StartedCloud {
  port: number
  /** From an empty folder, and from one that has been there, until the service was ready. */
  firstMs: number
  againMs: number
  token: string
  apiKey: string
  password: string
  orgId: number
  deviceIds: number[]
  /** Parameter IDs of each device. */
  paramIds: number[][]
}
export interface CloudActs extends Acts {
  /** The real service on a database of its own, with one network of ten devices with a hundred parameters each. */
  start(): Promise<StartedCloud>
  /** Adds devices until the organization has so many parameters; gives how long the tree takes after a change, and again. */
  grow(params: number): Promise<{ anewMs: number; againMs: number }>
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

const errorFields = { code: 'errorCode', message: 'errorMessage' }
let token = ''
let started: { url: string; orgId: number; netId: number; deviceIds: number[] } | null = null
const apiAt = (baseUrl: string) =>
  client(contract, { baseUrl: baseUrl.replace(/\/$/, ''), errorFields, authorization: () => `token ${token}` })
let api = apiAt('')

const params = Array.from({ length: 100 }, (_, i) => ({
  name: `Parameter ${i}`,
  address: i,
  registerKind: 'input' as const,
  valueType: 'u16' as const,
}))
const metersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `Meter ${first + i}`, modbusUnitId: first + i + 1, params }))

const times = 9

const middle = async (work: (turn: number) => Promise<number>): Promise<number> => {
  const found: number[] = []
  for (let turn = 0; turn < times; turn += 1) found.push(await work(turn))
  return median(found)
}

play({
  async start(): Promise<StartedCloud> {
    const first = await timed()
    const owner = { orgName: 'Bench', name: 'Owner', email: 'owner@example.org', password: 'bench bench bench' }
    api = apiAt(first.cloud.url)
    const made = must(await api.orgs.setup({ code: first.cloud.setupCode ?? '', ...owner }))
    token = made.token
    const { orgId } = made
    const key = must(await api.orgs.createApiKey({ orgId, name: 'bench', role: 'owner' }))
    const connection = { kind: 'direct' as const, ip: '192.0.2.7', port: 502 }
    const net = must(await api.nets.create({ orgId, name: 'Hall', connection }))
    if (net.result !== 'success') throw new Error(JSON.stringify(net.errors))
    const devices = metersFrom(0, 10)
    const { deviceIds } = must(await api.devices.create({ netId: net.id, devices }))
    const paramsOf = async (deviceId: number) => must(await api.devices.params({ deviceId })).map(({ id }) => id)
    const paramIds = await Promise.all(deviceIds.map(paramsOf))
    await own.stop()
    const again = await timed()
    api = apiAt(again.cloud.url)
    started = { url: again.cloud.url, orgId, netId: net.id, deviceIds }
    const { port } = new URL(again.cloud.url)
    return { port: Number(port), firstMs: first.ms, againMs: again.ms, token, ...key, orgId, deviceIds, paramIds }
  },
  async grow(wanted) {
    if (started === null) throw new Error('nothing was started')
    const { url, orgId, netId, deviceIds } = started
    const [deviceId = 0] = deviceIds
    for (let at = deviceIds.length; at < wanted / params.length; at += 10) {
      must(await api.devices.create({ netId, devices: metersFrom(at, 10) }))
    }
    const ask = async (): Promise<number> => {
      const askedAt = performance.now()
      const answer = await fetch(new URL(`/api/v1/org/${orgId}/nets/device-param-tree/`, url), {
        headers: {
          authorization: `token ${token}`,
          'content-type': 'application/json',
          'accept-encoding': 'identity',
        },
      })
      const { byteLength } = await answer.arrayBuffer()
      if (answer.status !== 200 || byteLength < wanted) throw new Error(`the tree answered ${answer.status}`)
      return performance.now() - askedAt
    }
    const anewMs = await middle(async (turn) => {
      must(await api.devices.changeDisable({ deviceId, enabled: turn % 2 === 1 }))
      return ask()
    })
    return { anewMs, againMs: await middle(ask) }
  },
  clear: () => own.clear(),
} satisfies CloudActs)
