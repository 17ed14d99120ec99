import { parseArgs } from 'node:util'
import { median } from '../kit/median.ts'
import { goalTable, table } from '../kit/print.ts'
import { startRole } from '../kit/role.ts'
import type { BareActs } from './roles/bare.ts'
import type { CloudActs } from './roles/cloud.ts'
import type { LoadActs } from './roles/load.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const effort = values.quick ? { rounds: 2, ms: 300 } : { rounds: 5, ms: 1000 }
const connections = 64

const cloud = startRole<CloudActs>(import.meta.resolve('./roles/cloud.ts'))
const bare = startRole<BareActs>(import.meta.resolve('./roles/bare.ts'))
const load = startRole<LoadActs>(import.meta.resolve('./roles/load.ts'))

interface Case {
  name: string
  requests: readonly string[]
  server: typeof cloud | typeof bare
  port: number
  connections: number
}
interface Figures {
  rate: number
  micros: number
  medianMs: number
  p99Ms: number
}

const request = (method: string, path: string, token?: string, body?: string, encoding?: string): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    ...(encoding === undefined ? [] : [`Accept-Encoding: ${encoding}`]),
    ...(token === undefined ? [] : [`Authorization: token ${token}`]),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body ?? '',
  ].join('\r\n')

const measure = async ({ server, port, requests: asked, connections: many, name }: Case): Promise<Figures> => {
  const before = await server.ask('cpuMicros')
  const { requests, medianMs, p99Ms, status } = await load.ask('run', {
    port,
    requests: asked,
    connections: many,
    ms: effort.ms,
  })
  if (status !== 200) throw new Error(`${name} answered ${status}`)
  const micros = ((await server.ask('cpuMicros')) - before) / requests
  return { rate: (requests * 1000) / effort.ms, micros, medianMs, p99Ms }
}

try {
  const started = await cloud.ask('start')
  const barePort = await bare.ask('listen')
  const { port, token, apiKey, password, orgId, deviceIds, paramIds } = started
  const of = (name: string, method: string, paths: readonly string[], body?: string, many = connections): Case => ({
    name,
    requests: paths.map((path) => request(method, `/api/v1${path}`, token, body)),
    server: cloud,
    port,
    connections: many,
  })
  const cases: Case[] = [
    { name: 'bare Fastify', requests: [request('GET', '/')], server: bare, port: barePort, connections },
    of('version', 'GET', ['/version/']),
    of(
      'device',
      'GET',
      deviceIds.map((id) => `/device/${id}/`),
    ),
    of(
      'get-info, 100 ids',
      'GET',
      paramIds.map((ids) => `/params/get-info/?paramIds=${ids.join(',')}`),
    ),
    of('tree, 1,000 parameters', 'GET', [`/org/${orgId}/nets/device-param-tree/`]),
    ...['br', 'gzip'].map(
      (encoding): Case => ({
        name: `the same, ${encoding}, over 4`,
        requests: [request('GET', `/api/v1/org/${orgId}/nets/device-param-tree/`, token, undefined, encoding)],
        server: cloud,
        port,
        // Few enough that every answer is compressed.
        connections: 4,
      }),
    ),
    of('authenticate', 'POST', ['/authenticate/'], JSON.stringify({ apiKey, password }), 2),
  ]
  const results = new Map(cases.map((one) => [one.name, [] as Figures[]]))
  for (let round = 0; round <= effort.rounds; round += 1) {
    for (const one of cases) {
      const figures = await measure(one)
      // The first round is for warming up.
      if (round > 0) results.get(one.name)?.push(figures)
    }
  }
  const of50 = (name: string, what: keyof Figures): number => median(results.get(name)?.map((one) => one[what]) ?? [])
  console.log(
    `${connections} connections, ten devices in turn, medians of ${effort.rounds} rounds of ${effort.ms} ms; authenticate over 2\n`,
  )
  console.log(
    table([
      ['', 'requests/s', 'CPU us/request', 'median ms', 'p99 ms'],
      ...cases.map(({ name }) => [
        name,
        of50(name, 'rate').toFixed(0),
        of50(name, 'micros').toFixed(1),
        of50(name, 'medianMs').toFixed(2),
        of50(name, 'p99Ms').toFixed(2),
      ]),
    ]),
  )
  const large = await cloud.ask('grow', 10_000)
  const times = (name: string): number => of50(name, 'micros') / of50('bare Fastify', 'micros')
  console.log(
    `\n${goalTable([
      { what: 'device: CPU / bare Fastify', value: times('device'), wants: { atMost: 2.5 } },
      {
        what: 'tree of 1,000: CPU',
        value: of50('tree, 1,000 parameters', 'micros') / 1000,
        unit: ' ms',
        wants: { atMost: 1 },
      },
      { what: 'tree of 10,000, changed before', value: large.anewMs, unit: ' ms', wants: { below: 20 } },
      { what: 'tree of 10,000, asked again', value: large.againMs, unit: ' ms', wants: { below: 20 } },
      { what: 'get-info 100: CPU / bare Fastify', value: times('get-info, 100 ids'), wants: { atMost: 6 } },
      {
        what: 'device: p99 / median',
        value: of50('device', 'p99Ms') / of50('device', 'medianMs'),
        wants: { atMost: 4 },
      },
      { what: 'ready on an empty folder', value: started.firstMs / 1000, unit: ' s', wants: { below: 10 } },
      { what: 'ready on an existing one', value: started.againMs / 1000, unit: ' s', wants: { below: 3 } },
    ])}`,
  )
} finally {
  await cloud.ask('clear')
  for (const role of [load, bare, cloud]) await role.stop()
}
