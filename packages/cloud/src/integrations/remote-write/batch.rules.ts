import { at } from '@busbar/kit'
import type { Poll } from '@busbar/readings'
import type { ConnectedDevice, ConnectedParam } from '../directory.sql.ts'
import { type Labels, readingLabels, readingMetric, type Series } from '../prometheus/series.ts'

/** Returns whether Prometheus can store the parameter, which must be a number. */
export const isNumber = ({ valueType }: ConnectedParam): boolean => valueType !== 'string'

export const labelsOf = (device: ConnectedDevice, param: ConnectedParam, more: Labels): Labels => ({
  ...more,
  __name__: readingMetric,
  ...readingLabels(device, param),
})

/** Samples on their way into series, by what tells these apart. */
class SeriesBuilder {
  readonly #series = new Map<string, { labels: Labels; times: number[]; values: number[] }>()

  add(key: string, labels: () => Labels, time: number, value: number): void {
    const series = this.#series.get(key) ?? { labels: labels(), times: [], values: [] }
    this.#series.set(key, series)
    series.times.push(time)
    series.values.push(value)
  }

  done(): Series[] {
    return Array.from(this.#series.values(), ({ labels, times, values }) => ({
      labels,
      times: Float64Array.from(times),
      values: Float64Array.from(values),
    }))
  }
}

/**
 * Converts polls to series, each device's in chronological order: numbers, NaN for a failed read, and whether any value
 * was read.
 */
export const seriesOfPolls = (
  polls: readonly Poll[],
  devices: ReadonlyMap<number, ConnectedDevice>,
  more: Labels,
): Series[] => {
  const builder = new SeriesBuilder()
  for (const { deviceId, readOn, params, values, errors } of polls) {
    const device = devices.get(deviceId)
    if (device === undefined) continue
    for (const [index, { id }] of params.entries()) {
      const param = device.params.get(id)
      if (param === undefined || !isNumber(param)) continue
      builder.add(`p${id}`, () => labelsOf(device, param, more), readOn, values[index] ?? Number.NaN)
    }
    const isUp = typeof errors !== 'string' && (errors?.size ?? 0) < params.length
    const { net, slug } = device
    builder.add(
      `d${deviceId}`,
      () => ({ ...more, __name__: 'busbar_device_up', net, device: slug }),
      readOn,
      isUp ? 1 : 0,
    )
  }
  return builder.done()
}

export const samplesIn = (series: readonly Series[]): number => series.reduce((sum, { times }) => sum + times.length, 0)

/** The part of series from one place to another, counted in samples. */
const filtered = (series: readonly Series[], isWanted: (time: number) => boolean): Series[] =>
  series.flatMap((one) => {
    const indexes = [...one.times.keys()].filter((index) => isWanted(at(one.times, index)))
    if (indexes.length === 0) return []
    const pick = (column: Float64Array): Float64Array => Float64Array.from(indexes, (index) => at(column, index))
    return [{ labels: one.labels, times: pick(one.times), values: pick(one.values) }]
  })

/** Samples in two, where they may be refused for different reasons: other devices, else the earlier and the later ones, else other series of one moment. One sample cannot be halved. */
export const halved = (series: readonly Series[]): readonly [Series[], Series[]] | null => {
  const devices = [...Map.groupBy(series, ({ labels }) => `${labels['net']}/${labels['device']}`).values()]
  if (devices.length > 1) return bisected(devices).map((half) => half.flat()) as [Series[], Series[]]
  const times = series.flatMap((one) => [...one.times]).toSorted((a, b) => a - b)
  if (times.length < 2) return null
  const [first, half] = [at(times, 0), at(times, Math.floor(times.length / 2))]
  const middle = times.find((time) => time > first && time >= half)
  if (middle !== undefined)
    return [filtered(series, (time) => time < middle), filtered(series, (time) => time >= middle)]
  return bisected(series)
}

/** Returns whether all samples have one time and device: a receiver that has some of them refuses all. */
export const isOneMoment = (series: readonly Series[]): boolean =>
  new Set(series.map(({ labels, times }) => `${labels['net']}/${labels['device']} ${times[0]} ${times.length}`))
    .size === 1 && series[0]?.times.length === 1

const bisected = <T>(list: readonly T[]): [T[], T[]] => {
  const half = Math.ceil(list.length / 2)
  return [list.slice(0, half), list.slice(half)]
}
