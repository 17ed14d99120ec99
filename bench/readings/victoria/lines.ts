import type { Poll } from '@busbar/readings'

/** A line per poll with its parameters as fields: the shortest format that VictoriaMetrics accepts. */
export const influxLines = (polls: readonly Poll[]): string =>
  polls
    .map(({ deviceId, readOn, values }) => {
      const fields = values.map((value, column) => `p${column}=${value}`)
      return `poll,device=${deviceId} ${fields.join(',')} ${readOn}`
    })
    .join('\n')

/** Maximum number of readings per request. */
const readingsMax = 100_000

/** A parameter's readings as its import takes them. */
export const jsonLines = function* (
  paramId: number,
  { times, values }: { times: ArrayLike<number>; values: ArrayLike<number> },
): Generator<string> {
  const [allTimes, allValues] = [Array.from(times), Array.from(values)]
  for (let at = 0; at < allTimes.length; at += readingsMax) {
    yield JSON.stringify({
      metric: { __name__: 'reading', id: String(paramId) },
      values: allValues.slice(at, at + readingsMax),
      timestamps: allTimes.slice(at, at + readingsMax),
    })
  }
}
