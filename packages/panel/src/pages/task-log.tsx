import { at } from '@busbar/kit/at'
import { saveFile } from '@busbar/ui'
import { type ReactNode, useState } from 'react'
import { call } from '../api/api.ts'
import { readBlob, readText } from '../api/files.ts'
import { lastOf, reversed } from '../format/format.ts'
import { type LogTable, logTable } from '../format/log-table.ts'
import { usePoll } from '../state/poll.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Button, Card, Failure, Segments } from '../ui/parts.tsx'

const rowsMax = 200
const pointsMax = 600

/** The newest file that a task has logged to; null where there is none. */
const newest = async (name: string): Promise<string | null> => {
  const root = `/LOGS/TASKS/${name.replace(/\.[^.]*$/, '').toUpperCase()}`
  const last = async (path: string, form: RegExp): Promise<string | undefined> => {
    const { items } = await call('card.dir', { path }).catch(() => ({ items: [] }))
    return lastOf(items.map((item) => item.name).filter((one) => form.test(one)))
  }
  const day = await last(root, /^\d{8}$/)
  const file = day === undefined ? undefined : await last(`${root}/${day}`, /^\d{4}\.(CSV|DAT)$/i)
  return file === undefined ? null : `${root}/${day}/${file}`
}

const readLog = async (name: string) => {
  const path = await newest(name)
  if (path === null || !path.toUpperCase().endsWith('.CSV')) return { path, table: null }
  return { path, table: logTable(await readText(path)) }
}

/** The log of a task, as a chart or a table. */
export const TaskLog = ({ name }: { name: string }): ReactNode => {
  const { tasks } = useTexts()
  const { data, error } = usePoll(() => readLog(name), 5000, name)
  const [show, setShow] = useState<'chart' | 'table'>('chart')
  const [failure, setFailure] = useState<unknown>(null)
  const path = data?.path ?? null
  const table = data?.table ?? null
  return (
    <Card title={tasks.log} aside={path === null ? undefined : <span className="mono">{path}</span>}>
      <div className="stack">
        <Failure error={error ?? failure} />
        {data !== undefined && path === null && <p className="quiet">{tasks.noLog}</p>}
        {path !== null && (
          <div className="row wrap">
            <Segments
              label={tasks.log}
              value={show}
              options={[
                ['chart', tasks.chart],
                ['table', tasks.table],
              ]}
              onChange={setShow}
            />
            <Button
              isSmall
              onClick={() =>
                void readBlob(path).then((blob) => saveFile(blob, `${name}-${path.split('/').at(-1)}`), setFailure)
              }
            >
              {tasks.download}
            </Button>
          </div>
        )}
        {table !== null &&
          table.times.length > 0 &&
          (show === 'chart' ? <Charts table={table} /> : <Rows table={table} />)}
      </div>
    </Card>
  )
}

/** Each item has a separate chart, because the units of measure are unknown here. */
const Charts = ({ table }: { table: LogTable }): ReactNode =>
  table.names.map((name, index) => (
    <Chart key={name} name={name} times={table.times} values={table.columns[index] ?? []} />
  ))

const [width, height] = [640, 90]

const Chart = ({
  name,
  times,
  values,
}: {
  name: string
  times: readonly number[]
  values: readonly (number | null)[]
}): ReactNode => {
  const { tasks } = useTexts()
  const step = Math.max(1, Math.ceil(times.length / pointsMax))
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const [low, high] = known.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [Infinity, -Infinity])
  const [from = 0, to = 0] = [times[0], times.at(-1)]
  const x = (time: number): number => (to === from ? 0 : (width * (time - from)) / (to - from))
  const y = (value: number): number =>
    high === low ? height / 2 : 4 + (height - 8) * (1 - (value - low) / (high - low))
  let isDown = false
  const path = values
    .map((value, index) => {
      if (value === null) {
        isDown = false
        return ''
      }
      if (index % step !== 0 && index !== times.length - 1) return ''
      const part = `${isDown ? 'L' : 'M'}${x(at(times, index)).toFixed(1)} ${y(value).toFixed(1)}`
      isDown = true
      return part
    })
    .join('')
  const last = known.at(-1)
  return (
    <div>
      <p>
        <b>{name}</b> <span className="quiet">{tasks.range({ low, high, last: last ?? '' })}</span>
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="chart"
        role="img"
        aria-label={`${name}: ${tasks.range({ low, high, last: last ?? '' })}`}
      >
        <path d={`M0 ${height - 1}H${width}`} stroke="var(--line)" />
        <path d={path} fill="none" stroke="var(--series-1)" strokeWidth="1.6" />
      </svg>
    </div>
  )
}

const Rows = ({ table }: { table: LogTable }): ReactNode => {
  const { tasks } = useTexts()
  const first = Math.max(0, table.times.length - rowsMax)
  const rows = table.times.slice(first).map((time, index) => ({ time, row: first + index }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="scroll tall" tabIndex={0} aria-label={tasks.log}>
      <table>
        <thead>
          <tr>
            <th>{tasks.time}</th>
            {table.names.map((name) => (
              <th key={name} className="end">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reversed(rows).map(({ time, row }) => (
            <tr key={row}>
              <td className="mono">{new Date(time).toLocaleString()}</td>
              {table.columns.map((column, index) => (
                <td key={table.names[index]} className="end">
                  {column[row] ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
