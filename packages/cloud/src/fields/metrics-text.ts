/** A value with the labels that identify it. */
interface Sample {
  labels?: Readonly<Record<string, string>>
  value: number
}

export interface Metric {
  name: string
  type: 'counter' | 'gauge'
  help: string
  samples: readonly Sample[]
}

/** Creates a metric with a single value. */
export const one = (name: string, type: Metric['type'], help: string, value: number): Metric => ({
  name,
  type,
  help,
  samples: [{ value }],
})

/** The media type of the text. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/** Metrics in the text format of Prometheus. */
export const metricsText = (metrics: readonly Metric[]): string =>
  metrics
    .map(({ name, type, help, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(({ labels = {}, value }) => `${name}${labelsText(labels)} ${value}`),
        '',
      ].join('\n'),
    )
    .join('')

const labelsText = (labels: Readonly<Record<string, string>>): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escape = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
