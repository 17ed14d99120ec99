import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeCloud, showInConsole, texts } from '../../testing/view.tsx'
import type { BoardAnswer } from '../values/board.ts'
import { BoardSourceProvider } from '../values/board-context.tsx'
import { BoardValues } from '../values/board-values.ts'
import { WidgetView } from './catalogue.tsx'

const { dashboards } = texts
const now = (): string => new Date().toISOString()

const valueOf = (fields: object) => ({
  paramId: 2,
  name: 'Supply temperature',
  valueType: 'u16',
  multiplier: '1',
  shift: '0',
  isTracked: true,
  isProgrammable: true,
  deviceId: 2,
  unitName: '°C',
  value: '62',
  readOn: now(),
  ...fields,
})

const answerOf = (fields: object): BoardAnswer =>
  ({
    values: [valueOf(fields)],
    devices: [
      {
        deviceId: 2,
        name: 'Controller',
        modbusUnitId: 1,
        updatePeriodSec: 30,
        state: 'ok',
        lastGoodReadOn: now(),
        netId: 2,
        netName: 'Boiler room',
      },
    ],
    alarms: [],
    missing: [],
  }) as unknown as BoardAnswer

const showWidget = (widget: object, fields: object = {}): BoardValues => {
  fakeCloud()
  const values = new BoardValues()
  values.load(answerOf(fields))
  const source = { values, history: undefined, time: {} as never, mayWrite: true, hasLinks: true, lookedAt: null }
  showInConsole(
    <BoardSourceProvider source={source}>
      <div style={{ width: 400, height: 300 }}>
        <WidgetView
          widget={
            { id: 'one', order: 1, title: '', place: { row: 1, column: 1, width: 3, height: 4 }, ...widget } as never
          }
        />
      </div>
    </BoardSourceProvider>,
  )
  return values
}

const gauge = {
  kind: 'gauge',
  settings: {
    value: { paramId: 2 },
    least: 0,
    greatest: 100,
    limits: [
      { from: 70, level: 'warning' },
      { from: 90, level: 'critical' },
    ],
  },
}
const arcs = (): string[] =>
  Array.from(document.querySelectorAll('svg[viewBox="0 0 120 76"] path'), (path) => path.getAttribute('class') ?? '')

test('a gauge shows its value, its scale and the ranges that are not normal', async () => {
  showWidget(gauge)
  await expect.element(page.getByText('62')).toBeVisible()
  await expect.element(page.getByText(dashboards.onScale({ least: '0', greatest: '100' }))).toBeInTheDocument()
  expect(arcs().filter((name) => /stroke-(warning|critical)/.test(name))).toHaveLength(2)
})

test('a gauge without a value is empty, and shows no zero', async () => {
  showWidget(gauge, { value: undefined, readOn: undefined })
  await expect.element(page.getByText('Supply temperature')).toBeVisible()
  await expect.element(page.getByText('0 °C')).not.toBeInTheDocument()
  await expect.element(page.getByText('62')).not.toBeInTheDocument()
})

test('a gauge follows live readings', async () => {
  const values = showWidget(gauge)
  await expect.element(page.getByText('62')).toBeVisible()
  values.load(answerOf({ value: '95' }))
  await expect.element(page.getByText('95')).toBeVisible()
})

test('a number shows its value with its unit', async () => {
  showWidget({ kind: 'number', settings: { value: { paramId: 2 }, limits: [], hasTrend: false } })
  await expect.element(page.getByText('62')).toBeVisible()
  await expect.element(page.getByText('°C')).toBeVisible()
})

test('a widget of a parameter that is gone reports that', async () => {
  showWidget({ kind: 'number', settings: { value: { paramId: 99 }, limits: [], hasTrend: false } })
  await expect.element(page.getByText(dashboards.kinds.number)).toBeVisible()
  await expect.element(page.getByText('62')).not.toBeInTheDocument()
})

test('a text shows its markup as text, never as HTML', async () => {
  showWidget({ kind: 'text', settings: { text: '# Boiler room\n<img src=x onerror=alert(1)>' } })
  await expect.element(page.getByRole('heading', { name: 'Boiler room' })).toBeVisible()
  expect(document.querySelector('img[src=x]')).toBeNull()
})
