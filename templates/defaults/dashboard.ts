import type { LocalizedText } from '../schema.ts'
import { energyOf } from './energy.ts'
import { type DefaultParam, type DefaultsSource, isNumber } from './param.ts'

/** The content of a widget, by labels. */
export type DefaultContent =
  | { kind: 'number' | 'gauge' | 'bars' | 'states'; label: string }
  | { kind: 'chart' | 'table'; labels: readonly string[] }
  | { kind: 'availability' | 'alarms' }

export interface DefaultWidget {
  /** Null: the name of what it shows. */
  title: LocalizedText | null
  /** On twelve columns. */
  place: { column: number; row: number; width: number; height: number }
  show: DefaultContent
}

/** The most important values of a device, in this order. */
const telling = [
  'P_total',
  'P',
  'P_pv',
  'soc',
  'P_grid',
  'P_load',
  'P_bat',
  'P_imp',
  'n',
  'F',
  'T',
  'T_air',
  'T_flow',
  'T_water',
  'level',
  'RH',
  'flow',
  'pressure',
  'co2',
  'T_coolant',
  'p_oil',
  'fuel',
  'U',
  'U1',
  'I',
  'I1',
  'U_bat',
  'P_dc',
  'T1',
  'wind',
  'P1',
  'S',
] as const
/** Lines that belong on one chart, the first of them that a family has. */
const together: readonly (readonly string[])[] = [
  ['P_pv', 'P_load', 'P_grid', 'P_bat'],
  ['P1', 'P2', 'P3'],
  ['P_grid1', 'P_grid2', 'P_grid3'],
  ['P_total'],
  ['P'],
  ['P_charge', 'P_discharge'],
  ['T_flow', 'T_return', 'T_water', 'T_tank', 'T_out'],
  ['T', 'SP', 'SP_now', 'setpoint'],
  ['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'T8'],
  ['F', 'F_set'],
  ['I1', 'I2', 'I3'],
  ['AI1', 'AI2', 'AI3', 'AI4', 'AI5', 'AI6', 'AI7', 'AI8'],
  ['level'],
  ['U_bat'],
]
const [numbersMax, rowsMax] = [4, 30]
const gauges = new Set(['soc', 'level', 'fuel', 'RH'])

const titles = {
  chart: { en: 'The last day', pl: 'Ostatnia doba', ru: 'Последние сутки', uk: 'Остання доба' },
  energy: { en: 'Energy per day', pl: 'Energia na dobę', ru: 'Энергия по дням', uk: 'Енергія за днями' },
  values: { en: 'Values', pl: 'Wartości', ru: 'Значения', uk: 'Значення' },
  alarms: { en: 'Alerts', pl: 'Alerty', ru: 'Оповещения', uk: 'Сповіщення' },
  state: { en: 'State, 7 days', pl: 'Stan, 7 dni', ru: 'Состояние, 7 дней', uk: 'Стан, 7 днів' },
  read: { en: 'Read, 7 days', pl: 'Odczyty, 7 dni', ru: 'Опрос, 7 дней', uk: 'Опитування, 7 днів' },
} as const satisfies Record<string, LocalizedText>

/** The dashboard with which a family begins: what tells most above, its course and energy below, then all its values. */
export function dashboardOf(family: DefaultsSource): DefaultWidget[] {
  const shown = family.paramTemplates.filter(({ isTracked, valueType }) => isTracked && valueType !== 'string')
  const numbers = new Map(shown.filter(isNumber).map((param) => [param.label, param]))
  const main = telling.filter((label) => numbers.has(label)).slice(0, numbersMax)
  const lines = linesOf(numbers)
  const counter = energyOf(family).find(({ kind }) => kind === 'energy')?.label
  const state = shown.find(
    (param) => /^(state|status|running|mode)$/.test(param.label) && param.enum !== undefined,
  )?.label
  const width = main.length === 0 ? 0 : 12 / main.length
  const top: DefaultWidget[] = main.map((label, n) => ({
    title: null,
    place: { column: 1 + n * width, row: 1, width, height: 4 },
    show: { kind: gauges.has(label) ? 'gauge' : 'number', label },
  }))
  const below: DefaultWidget[] = []
  let [row, free] = [main.length === 0 ? 1 : 5, 12]
  const put = (title: LocalizedText, size: number, height: number, show: DefaultContent): void => {
    if (size > free) [row, free] = [row + 6, 12]
    below.push({ title, place: { column: 13 - free, row, width: size, height }, show })
    free -= size
  }
  if (lines.length > 0) put(titles.chart, 8, 6, { kind: 'chart', labels: lines })
  put(titles.alarms, 4, 6, { kind: 'alarms' })
  if (counter !== undefined) put(titles.energy, 6, 6, { kind: 'bars', label: counter })
  put(
    state === undefined ? titles.read : titles.state,
    6,
    6,
    state === undefined ? { kind: 'availability' } : { kind: 'states', label: state },
  )
  const rows = shown.map(({ label }) => label).slice(0, rowsMax)
  if (rows.length > 0) put(titles.values, 12, 12, { kind: 'table', labels: rows })
  return [...top, ...below]
}

function linesOf(numbers: ReadonlyMap<string, DefaultParam>): string[] {
  const groups = together.map((labels) => labels.filter((label) => numbers.has(label)))
  return groups.find(({ length }) => length > 0) ?? []
}
