import type { ChartSeries } from '@busbar/charts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeCloud, showInConsole, texts } from '../../testing/view.tsx'
import { HistoryChart } from './history-chart.tsx'

const { charts } = texts
const minuteMs = 60_000
const series: readonly ChartSeries[] = [
  { paramId: 2, deviceId: 2, name: 'Supply', unit: '°C', resolution: { valueType: 'f32' } },
  { paramId: 3, deviceId: 2, name: 'Return', unit: '°C', resolution: { valueType: 'f32' } },
]
const from = Date.UTC(2026, 10, 1, 12)
const till = from + 60 * minuteMs
const gap = { from: from + 20 * minuteMs, till: from + 30 * minuteMs }
const figure = page.getByRole('group', { name: charts.history })

interface Body {
  paramIds: number[]
  from: string
  till: string
}

/** A reading each minute, apart from the gap. */
const rowsOf = ({ paramIds, from: first, till: last }: Body): unknown[] => {
  const rows: unknown[] = []
  for (let on = Math.max(from, Date.parse(first)); on < Math.min(till, Date.parse(last)); on += minuteMs) {
    const isMissing = on >= gap.from && on < gap.till
    const oneOf = (id: number): object | null => {
      const value = 20 * id + ((on - from) / minuteMs) * 0.5
      return isMissing ? null : { first: value, min: value, mean: value, max: value, count: 1, gaps: 0 }
    }
    rows.push([new Date(on).toISOString(), paramIds.map(oneOf)])
  }
  return rows
}

const showChart = async (lines: readonly ChartSeries[] = series.slice(0, 1)) => {
  const api = fakeCloud()
  api.reply('readings.minMeanMax', ({ body }: { body: unknown }) => rowsOf(body as Body))
  api.reply('readings.gaps', ({ body }: { body: unknown }) =>
    Object.fromEntries(
      (body as Body).paramIds.map((id) => [
        id,
        [
          {
            from: new Date(gap.from).toISOString(),
            till: new Date(gap.till).toISOString(),
            polls: 10,
            reason: 'Timeout',
          },
        ],
      ]),
    ),
  )
  const changes: object[] = []
  const control = {
    search: { from: new Date(from).toISOString(), till: new Date(till).toISOString() },
    change: (next: object) => changes.push(next),
  }
  showInConsole(
    <div style={{ width: 1000 }}>
      <HistoryChart series={lines} control={control} />
    </div>,
  )
  await expect.poll(() => ink('--series-1')).toBeGreaterThan(0)
  return { api, changes }
}

/** The number of dots of the first plot in a colour of the styles, in a part of its width from 0 to 1. */
const ink = (colour: string, [first, last] = [0, 1]): number => {
  const canvas = document.querySelector('canvas')
  const context = canvas?.getContext('2d')
  if (canvas === null || context === null || context === undefined || canvas.width === 0) return 0
  const over = document.querySelector('.u-over')?.getBoundingClientRect()
  const box = canvas.getBoundingClientRect()
  if (over === undefined) return 0
  const scale = canvas.width / box.width
  const left = Math.round((over.left - box.left + over.width * first) * scale)
  const width = Math.max(1, Math.round(over.width * (last - first) * scale))
  const probe = document.createElement('span')
  probe.style.color = `var(${colour})`
  document.body.append(probe)
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(Number)
  probe.remove()
  const { data } = context.getImageData(left, 0, width, canvas.height)
  let count = 0
  for (let at = 0; at < data.length; at += 4) {
    const distance =
      Math.abs((data[at] ?? 0) - red) + Math.abs((data[at + 1] ?? 0) - green) + Math.abs((data[at + 2] ?? 0) - blue)
    if (distance < 24 && (data[at + 3] ?? 0) > 200) count += 1
  }
  return count
}

test('draws missing readings as a gap, and never as a line through them', async () => {
  await showChart()
  expect(ink('--series-1', [0.02, 0.3])).toBeGreaterThan(50)
  expect(ink('--series-1', [0.36, 0.47])).toBe(0)
  expect(ink('--series-1', [0.55, 0.95])).toBeGreaterThan(50)
})

test('moves a cursor by keyboard, and reports the value under it', async () => {
  await showChart()
  figure.element().focus()
  await userEvent.keyboard('{Home}')
  const tip = figure.getByRole('table', { includeHidden: true })
  await expect.poll(() => tip.element().textContent).toMatch(/40/)
  await userEvent.keyboard('{End}')
  await expect.poll(() => tip.element().textContent).toMatch(/69\.5/)
})

test('zooms and moves by keyboard', async () => {
  const { changes } = await showChart()
  figure.element().focus()
  await userEvent.keyboard('-')
  await expect.poll(() => changes.length).toBeGreaterThan(0)
  const before = changes.length
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await expect.poll(() => changes.length).toBeGreaterThan(before)
})

test('shows a line of its own colour for each parameter', async () => {
  await showChart(series)
  await expect.poll(() => ink('--series-2')).toBeGreaterThan(0)
  await expect.element(page.getByText('Return').first()).toBeVisible()
})

test('reports a failure to load with a way to try again', async () => {
  const { api } = await showChart()
  api.refuse('readings.minMeanMax', 400, { code: 'Refused', message: 'refused' })
  showInConsole(
    <div style={{ width: 600 }}>
      <HistoryChart series={series.slice(1)} />
    </div>,
  )
  await expect.element(page.getByRole('button', { name: texts.common.retry })).toBeVisible()
})

test('reports a view without readings in words', async () => {
  const api = fakeCloud()
  api.reply('readings.minMeanMax', [])
  showInConsole(
    <div style={{ width: 600 }}>
      <HistoryChart series={series.slice(0, 1)} />
    </div>,
  )
  await expect.element(page.getByText(charts.nothing)).toBeVisible()
})
