import { type Api, expectOk } from '../api.ts'
import type { DemoParams } from '../params.ts'

type Widget = Parameters<Api['boards']['save']>[0]['widgets'][number]
type WidgetContent = Pick<Widget, 'kind' | 'settings'>

/** Creates a dashboard of the workshop: its load, its state, its consumption, and its contacts. */
export const showDashboard = async (api: Api, orgId: number, params: DemoParams): Promise<void> => {
  if (expectOk(await api.boards.list({ orgId })).some(({ widgetCount }) => widgetCount > 0)) return
  const at = (label: string): { paramId: number } => ({ paramId: params.id(`workshop/${label}`) })
  const [drawing] = expectOk(await api.visualizations.list({ orgId }))
  const made: [title: string, column: number, row: number, width: number, height: number, shown: WidgetContent][] = [
    [
      'Total active power',
      1,
      1,
      3,
      4,
      { kind: 'number', settings: { value: at('1/P_total'), hasTrend: true, limits: [] } },
    ],
    [
      'Drying oven',
      4,
      1,
      3,
      4,
      {
        kind: 'number',
        settings: {
          value: at('3/T'),
          hasTrend: true,
          limits: [
            { from: 92, level: 'warning' },
            { from: 95, level: 'critical' },
          ],
        },
      },
    ],
    ['Power factor', 7, 1, 3, 4, { kind: 'number', settings: { value: at('1/PF_total'), hasTrend: true, limits: [] } }],
    [
      'Discharge pressure',
      10,
      1,
      3,
      4,
      {
        kind: 'gauge',
        settings: {
          value: at('4/pressure'),
          least: 0,
          greatest: 10,
          limits: [
            { till: 2, level: 'critical' },
            { from: 8, till: 9, level: 'warning' },
            { from: 9, level: 'critical' },
          ],
        },
      },
    ],
    [
      'Load and cooling',
      1,
      5,
      8,
      7,
      {
        kind: 'chart',
        settings: {
          values: [
            { value: at('1/P_total'), axis: 'left' },
            { value: at('4/flow'), axis: 'right' },
          ],
        },
      },
    ],
    ['Alarms here', 9, 5, 4, 4, { kind: 'alarms', settings: { scope: { kind: 'org' }, hasQuiet: true } }],
    ['Cooling pump', 9, 9, 4, 3, { kind: 'switch', settings: { value: at('4/run'), on: '1', off: '0' } }],
    [
      'Energy per day',
      1,
      12,
      4,
      4,
      { kind: 'bars', settings: { value: at('1/E1'), of: 'counter', per: 'day', count: 14 } },
    ],
    ...(drawing === undefined
      ? []
      : [['', 5, 12, 4, 4, { kind: 'picture', settings: { visId: drawing.id } }] as (typeof made)[number]]),
    [
      'Oven heater, 7 days',
      9,
      12,
      4,
      4,
      {
        kind: 'timeline',
        settings: { source: { kind: 'states', value: at('3/heater'), states: [{ value: '1', tone: 'on' }] }, days: 7 },
      },
    ],
    [
      'Machines',
      1,
      16,
      8,
      6,
      {
        kind: 'table',
        settings: { values: ['1/P_total', '2/P', '3/T', '4/P', '5/P_total', '6/U'].map(at) },
      },
    ],
    ['Oven set point', 9, 16, 4, 3, { kind: 'setpoint', settings: { value: at('3/setpoint') } }],
    [
      'Shift notes',
      9,
      19,
      4,
      3,
      {
        kind: 'text',
        settings: {
          text: 'The oven’s door seal is **new**. Report any reading above **92 °C** to the workshop, ext. 114.',
        },
      },
    ],
  ]
  const widgets = made.map(([title, column, row, width, height, shown], turn) => ({
    id: `w${turn + 1}`,
    title,
    order: turn + 1,
    place: { column, row, width, height },
    ...shown,
  })) as Widget[]
  // A change of nothing makes the default dashboard.
  expectOk(await api.dashboards.change({ orgId }))
  const board = expectOk(await api.boards.list({ orgId })).find(({ isDefault }) => isDefault)
  expectOk(await api.boards.save({ dashboardId: board?.id ?? 0, version: 1, name: 'Workshop', widgets }))
}
