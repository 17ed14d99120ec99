import type { History } from '@busbar/readings'
import { lowerBound, within } from '@busbar/readings/history'
import type { ConnectedDevice } from '../directory.sql.ts'
import { type Labels, type Series, withGaps } from '../prometheus/series.ts'
import { isNumber, labelsOf } from './batch.rules.ts'

/** Recorded but unsent polls of a device: from <= time <= till. */
export interface MissedSpan {
  device: ConnectedDevice
  from: number
  till: number
}

export interface MissedSeries extends Series {
  deviceId: number
}

export interface MissedSource {
  history: Pick<History, 'allRaw'>
  orgId: number
  labels: Labels
}

export const hourMs = 3_600_000
/** Prometheus refuses samples an hour older than its newest one: a stretch of all devices is sent before the next one begins. */
const stretchMs = hourMs / 2
/** Six hours are a block of a chunk. Longer reads would save little and take more memory at once. */
const stretchesMax = 12
/** Parameters of one statement. */
const paramsMax = 250
/** Samples that wait in memory, 16 bytes each. */
const samplesMax = 2_000_000

/**
 * Reads what was missed between `begin` and `till`, stretch by stretch; a stretch has the series of all devices in their order. As many
 * stretches are read at once as fit into memory.
 */
export async function* missedStretches(
  source: MissedSource,
  spans: readonly MissedSpan[],
  begin: number,
  till: number,
): AsyncGenerator<AsyncIterable<MissedSeries> | Iterable<MissedSeries>> {
  let stretches = 1
  for (let from = begin; from <= till; ) {
    const end = Math.min(till, from + stretches * stretchMs - 1)
    const counted = new CountedSeries(readMissed(source, spans, from, end))
    if (stretches === 1) yield counted
    else {
      const block = await readWhole(counted)
      if (block === null) {
        stretches = 1
        continue
      }
      for (let at = from; at <= end; at += stretchMs) yield partOf(block, at, Math.min(end, at + stretchMs - 1))
    }
    from = end + 1
    const perStretch = Math.max(1, counted.samples / stretches)
    stretches = Math.max(1, Math.min(stretchesMax, stretches * 4, Math.floor(samplesMax / 2 / perStretch)))
  }
}

class CountedSeries implements AsyncIterable<MissedSeries> {
  readonly #series: AsyncIterable<MissedSeries>
  samples = 0

  constructor(series: AsyncIterable<MissedSeries>) {
    this.#series = series
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<MissedSeries> {
    for await (const one of this.#series) {
      this.samples += one.times.length
      yield one
    }
  }
}

/** Null where it does not fit into memory: much more was recorded than in the stretches before. */
async function readWhole(series: CountedSeries): Promise<MissedSeries[] | null> {
  const block: MissedSeries[] = []
  for await (const one of series) {
    block.push(one)
    if (series.samples > samplesMax) return null
  }
  return block
}

function* partOf(block: readonly MissedSeries[], from: number, till: number): Generator<MissedSeries> {
  for (const { times, values, ...rest } of block) {
    const begin = lowerBound(times, from)
    const end = lowerBound(times, till + 1)
    if (begin < end) yield { ...rest, times: times.subarray(begin, end), values: values.subarray(begin, end) }
  }
}

async function* readMissed(
  { history, orgId, labels }: MissedSource,
  spans: readonly MissedSpan[],
  from: number,
  till: number,
): AsyncGenerator<MissedSeries> {
  const params = spans.flatMap((span) => {
    const part = { device: span.device, from: Math.max(from, span.from), till: Math.min(till, span.till) }
    if (part.from > part.till) return []
    return [...span.device.params.values()].filter(isNumber).map((param) => ({ ...part, param }))
  })
  for (let at = 0; at < params.length; at += paramsMax) {
    const group = new Map(params.slice(at, at + paramsMax).map((one) => [one.param.id, one]))
    for await (const { paramId, readings, gaps } of history.allRaw(orgId, [...group.keys()], from, till)) {
      const wanted = group.get(paramId)
      if (wanted === undefined) continue
      const { device, param } = wanted
      const own = within(readings, wanted.from, wanted.till)
      const { times, values } = withGaps(own, gaps, wanted.from, wanted.till)
      if (times.length > 0) yield { deviceId: device.id, labels: labelsOf(device, param, labels), times, values }
    }
  }
}
