import { at } from '@busbar/kit'
import type { Readings } from '@busbar/series'
import type { Gap } from '@busbar/series/gaps'

/** Labels that identify a series; empty values do not count. */
export type Labels = Readonly<Record<string, string>>

/** Samples of a series in chronological order, Unix times in milliseconds. NaN marks the end of values (staleness). */
export interface Series {
  labels: Labels
  times: Float64Array
  values: Float64Array
}

/** The one metric of all readings. */
export const readingMetric = 'busbar_reading'

/** Labels that identify a parameter in Prometheus. */
export const readingLabels = (
  { net, slug: device }: { net: string; slug: string },
  { slug: param, name, unit }: { slug: string; name: string; unit: string | null },
): { net: string; device: string; param: string; name: string; unit: string } => ({
  net,
  device,
  param,
  name,
  unit: unit ?? '',
})

/** Readings of a span with a mark where each run of failures began: otherwise the last value would stand for five minutes more. */
export const withGaps = ({ times, values }: Readings, gaps: readonly Gap[], from: number, till: number): Readings => {
  const begins = gaps.map((gap) => gap.from).filter((time) => time >= from && time <= till)
  if (begins.length === 0) return { times, values }
  const length = times.length + begins.length
  const [allTimes, allValues] = [new Float64Array(length), new Float64Array(length)]
  let [read, gap] = [0, 0]
  for (let index = 0; index < length; index += 1) {
    const [readOn, failedOn] = [times[read] ?? Infinity, begins[gap] ?? Infinity]
    const isRead = readOn <= failedOn
    allTimes[index] = isRead ? readOn : failedOn
    allValues[index] = isRead ? at(values, read) : Number.NaN
    if (isRead) read += 1
    else gap += 1
  }
  return { times: allTimes, values: allValues }
}
