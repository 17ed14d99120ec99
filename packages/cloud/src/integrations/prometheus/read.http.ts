import type { Clock } from '@busbar/kit'
import { dayMs } from '@busbar/readings/history'
import { Refusal } from '@busbar/wire/server'
import type { Handlers } from '../../accounts/call.ts'
import { countStored } from '../../history/export/export.sql.ts'
import { BoundedWorker, JobStopped, stoppedAnswer } from '../../server/bounded-worker.ts'
import { connectedDevices } from '../directory.sql.ts'
import type { IntegrationCall, IntegrationNeeds } from '../needs.ts'
import type { ExpressionJob, ExpressionResult } from './match-expressions.ts'
import { NotRegular, selectSeries } from './matchers.ts'
import { type ReadQuery, readQueries, resultHead, seriesField } from './messages.ts'
import { NotProtobuf } from './protobuf.ts'
import { type prometheusRead, samplesMax } from './read.contract.ts'
import { type Labels, readingLabels, readingMetric, withGaps } from './series.ts'
import { decompress, NotSnappy, SnappyPieces } from './snappy.ts'

type ExpressionMatcher = BoundedWorker<ExpressionJob, ExpressionResult>

export const createExpressionMatcher = (clock: Clock): ExpressionMatcher =>
  new BoundedWorker({
    entry: new URL('./expressions-worker.ts', import.meta.url),
    clock,
    jobMsMax: 2000,
    heapMbMax: 128,
  })

const requestBytesMax = 1_048_576
const queriesMax = 10
const matchersMax = 100

export const prometheusReadHandlers: Handlers<typeof prometheusRead, IntegrationNeeds> = {
  async read(call, { orgId, bytes }) {
    const queries = queriesOf(bytes)
    const selected = await selectedSeries(call, orgId, queries)
    const answer = new SnappyPieces()
    const budget = { samples: samplesMax }
    for (const [index, query] of queries.entries()) {
      const series = await packedSeries(call, orgId, query, selected[index] ?? [], budget)
      answer.add(resultHead(series.length))
      answer.append(series)
    }
    call.setHeader('content-encoding', 'snappy')
    return inTurn(answer)
  },
}

/** As a stream: it is not copied into one piece. */
async function* inTurn(answer: SnappyPieces): AsyncGenerator<Uint8Array> {
  yield* answer.block()
}

const badRequest = (message: string): Refusal => new Refusal('IncorrectRequest', message)

const queriesOf = (body: Uint8Array): ReadQuery[] => {
  try {
    const queries = readQueries(decompress(body, requestBytesMax))
    if (queries.length > queriesMax) throw badRequest(`There are more than ${queriesMax} queries.`)
    if (queries.some(({ matchers }) => matchers.length > matchersMax))
      throw badRequest(`A query has more than ${matchersMax} matchers.`)
    return queries
  } catch (error) {
    if (error instanceof NotSnappy) throw badRequest(`The body is no block of snappy: ${error.message}.`)
    if (error instanceof NotProtobuf)
      throw badRequest(`The body is no request of Prometheus to read: ${error.message}.`)
    throw error
  }
}

interface SelectedSeries {
  id: number
  labels: Labels
}

/** The series of each query. */
const selectedSeries = async (
  call: IntegrationCall<'member'>,
  orgId: number,
  queries: readonly ReadQuery[],
): Promise<SelectedSeries[][]> => {
  const all = [...(await connectedDevices(call.db.reading.sql, orgId)).values()].flatMap((device) =>
    [...device.params.values()]
      .filter(({ valueType }) => valueType !== 'string')
      .map((param) => ({ id: param.id, labels: { __name__: readingMetric, ...readingLabels(device, param) } })),
  )
  const matchers = queries.map((query) => query.matchers)
  try {
    return await selectSeries(matchers, all, (job) => runExpressions(call, job))
  } catch (error) {
    if (error instanceof NotRegular) throw badRequest(`A matcher is not a valid expression of RE2: ${error.message}.`)
    throw error
  }
}

const runExpressions = async (
  { expressionMatcher, clientSignal }: IntegrationCall<'public'>,
  job: ExpressionJob,
): Promise<ExpressionResult> => {
  try {
    return await expressionMatcher.run(job, clientSignal())
  } catch (error) {
    throw error instanceof JobStopped ? stoppedAnswer(error, expressionsTooSlow) : error
  }
}

const expressionsTooSlow =
  'The expressions of the matchers take too long for so many series: simplify them, or narrow the query with equal matchers.'

/** The samples of the series of a query, packed. */
const packedSeries = async (
  { db, history }: IntegrationNeeds,
  orgId: number,
  { from, till }: ReadQuery,
  matchingParams: readonly SelectedSeries[],
  budget: { samples: number },
): Promise<SnappyPieces> => {
  const { sql } = db.reading
  const packed = new SnappyPieces()
  // Whole days are counted before anything is read; what is at the edges is counted as it comes.
  const storedCount = await countStored(
    sql,
    orgId,
    matchingParams.map(({ id }) => id),
    from + dayMs,
    till - dayMs,
  )
  if (storedCount > budget.samples) throw tooMany()
  for (const { id, labels } of matchingParams) {
    const readings = await history.raw(orgId, id, from, till)
    const [gaps = []] = readings.times.length === 0 ? [] : await history.gaps(orgId, [id], from, till)
    const samples = withGaps(readings, gaps, from, till)
    budget.samples -= samples.times.length
    if (budget.samples < 0) throw tooMany()
    if (samples.times.length > 0) packed.add(seriesField({ labels, ...samples }))
  }
  return packed
}

const tooMany = (): Refusal =>
  badRequest(`There are more than ${samplesMax.toLocaleString('en')} samples: ask for fewer series or a shorter span.`)
