import { once } from 'node:events'
import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Database, Sql } from '@busbar/database'
import type { DatabaseProbe } from '@busbar/database/health'
import type { Log } from '@busbar/kit/log'
import type { FastifyInstance } from 'fastify'
import { type Metric, metricsText, metricsType, one } from '../../fields/metrics-text.ts'
import { openFiles, openFilesMax } from '../../server/open-files.ts'
import { RequestCounts } from '../../server/request-counts.ts'
import type { OperationNeeds } from '../needs.ts'

const nanosecond = 1e-9
const resolutionMs = 20
/** Keeps the whole response below one second, whatever the database does. */
const answerMsMax = 800

/** How the process, its event loop, its database, its API and `others` are doing, as Prometheus reads it. Nothing about organizations. */
export const collectMetrics = (
  app: FastifyInstance,
  { db, proxies, answering }: Pick<OperationNeeds, 'db' | 'proxies' | 'answering'>,
  log: Log,
  others: () => Metric[],
): (() => Promise<string>) => {
  const counts = new RequestCounts()
  counts.watch(app, log, proxies)
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())
  return async () => {
    const own = [...processMetrics(), loopMetric(delay), ...(await databaseMetrics(answering, db)), ...counts.metrics()]
    const metrics = [...own, ...others()]
    return metricsText(metrics)
  }
}

/** GET /metrics beside the API. */
export const addMetrics = (app: FastifyInstance, collect: () => Promise<string>): void => {
  app.get('/metrics', async (_request, reply) => reply.header('content-type', metricsType).send(await collect()))
}

/** GET /metrics on a listener of its own, and nothing else there. Resolves with the function that closes it. */
export const serveMetrics = async (
  address: { host: string; port: number },
  collect: () => Promise<string>,
  log: Pick<Log, 'info' | 'error'>,
): Promise<() => Promise<void>> => {
  const { createServer } = await import('node:http')
  const server = createServer(async ({ method, url }, response) => {
    response.setHeader('x-content-type-options', 'nosniff')
    if (method !== 'GET' || url?.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end()
    try {
      const text = await collect()
      response.writeHead(200, { 'content-type': metricsType }).end(text)
    } catch (error) {
      log.error({ err: error }, 'metrics could not be collected')
      response.writeHead(500).end()
    }
  })
  server.listen(address)
  await once(server, 'listening')
  log.info({ address: server.address() }, 'metrics listener started')
  return async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
}

const processMetrics = (): Metric[] => {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  return [
    one('process_cpu_seconds_total', 'counter', 'Processor time used.', (user + system) / 1e6),
    one('process_start_time_seconds', 'gauge', 'When the process started, since 1970.', performance.timeOrigin / 1000),
    one('process_resident_memory_bytes', 'gauge', 'Memory in use.', rss),
    ...fileMetrics(),
    one('nodejs_heap_size_used_bytes', 'gauge', 'Memory in use by JavaScript.', heapUsed),
  ]
}

/** Omitted if the system does not provide the figures. */
const fileMetrics = (): Metric[] => {
  const [open, most] = [openFiles(), openFilesMax()]
  return [
    ...(open === null || !Number.isFinite(open)
      ? []
      : [one('process_open_fds', 'gauge', 'Files and sockets that are open.', open)]),
    ...(most === null ? [] : [one('process_max_fds', 'gauge', 'Files and sockets that may be open.', most)]),
  ]
}

/** Since the last scrape. The timer's own interval is no delay. */
const loopMetric = (delay: ELDHistogram): Metric => {
  const seconds = (ns: number): number => Math.max(0, ns * nanosecond - resolutionMs / 1000)
  const samples = [0.5, 0.99].map((quantile) => ({
    labels: { quantile: String(quantile) },
    value: delay.count === 0 ? 0 : seconds(delay.percentile(quantile * 100)),
  }))
  delay.reset()
  return {
    name: 'nodejs_eventloop_lag_seconds',
    type: 'gauge',
    help: 'How late the event loop was since the last look.',
    samples,
  }
}

/** A database that does not respond is reported as down; the other metrics are returned anyway. */
const databaseMetrics = async (answering: Pick<DatabaseProbe, 'within'>, db: Database): Promise<Metric[]> => {
  const answered = await answering.within(answerMsMax)
  const up = one('busbar_db_up', 'gauge', 'Whether the database answers.', 'ok' in answered ? 1 : 0)
  const pools = [
    poolMetric(
      'busbar_db_pool_max',
      'Connections that a pool may open, by what they are for.',
      db,
      ({ options }) => options.max,
    ),
    poolMetric('busbar_db_pool_busy', 'Connections that are at work.', db, (pool) => pool.status().busy),
    poolMetric('busbar_db_pool_waiting', 'Statements that wait for a connection.', db, (pool) => pool.status().waiting),
  ]
  if ('err' in answered) return [up, ...pools]
  return [
    up,
    ...pools,
    {
      name: 'busbar_db_connections',
      type: 'gauge',
      help: 'Connections to the database by what they do.',
      samples: answered.ok.connections.map(({ state, count }) => ({ labels: { state }, value: count })),
    },
  ]
}

const poolMetric = (
  name: string,
  help: string,
  { sql, recording, reading }: Database,
  of: (pool: Sql) => number,
): Metric => ({
  name,
  type: 'gauge',
  help,
  samples: Object.entries({ commands: sql, recording: recording.sql, reading: reading.sql }).map(
    ([pool, connections]) => ({
      labels: { pool },
      value: of(connections),
    }),
  ),
})
