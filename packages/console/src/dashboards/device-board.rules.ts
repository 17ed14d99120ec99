import { type DefaultContent, type DefaultsSource, dashboardOf } from '@busbar/templates/defaults'
import type { Language } from '../data/state/preferences.ts'
import type { DeviceRef, ValueRef, Widget } from './values/board.ts'

/** How the values of a device are named, and the device itself. */
export interface BoardDevice {
  value: (label: string) => ValueRef
  device: DeviceRef
}

/** How full something is when it is nearly empty, by label. */
const emptyBelow: Readonly<Record<string, number>> = { soc: 10, fuel: 15 }

/** The dashboard that devices of a family begin with. */
export const widgetsOfFamily = (family: DefaultsSource, named: BoardDevice, language: Language): Widget[] =>
  dashboardOf(family).map(({ title, place, show }, turn) => ({
    id: `w${turn + 1}`,
    title: title?.[language] ?? '',
    order: turn + 1,
    place,
    ...shownBy(show, named),
  }))

type WidgetContent = Widget extends infer One ? (One extends Widget ? Pick<One, 'kind' | 'settings'> : never) : never

const shownBy = (show: DefaultContent, { value, device }: BoardDevice): WidgetContent => {
  switch (show.kind) {
    case 'number':
      return { kind: 'number', settings: { value: value(show.label), hasTrend: true, limits: [] } }
    case 'gauge': {
      const till = emptyBelow[show.label]
      const limits = till === undefined ? [] : [{ till, level: 'warning' as const }]
      return { kind: 'gauge', settings: { value: value(show.label), least: 0, greatest: 100, limits } }
    }
    case 'bars':
      return { kind: 'bars', settings: { value: value(show.label), of: 'counter', per: 'day', count: 14 } }
    case 'states':
      return {
        kind: 'timeline',
        settings: { source: { kind: 'states', value: value(show.label), states: [] }, days: 7 },
      }
    case 'chart':
      return {
        kind: 'chart',
        settings: { values: show.labels.map((label) => ({ value: value(label), axis: 'left' })) },
      }
    case 'table':
      return { kind: 'table', settings: { values: show.labels.map(value) } }
    case 'availability':
      return { kind: 'timeline', settings: { source: { kind: 'availability', device }, days: 7 } }
    case 'alarms':
      return { kind: 'alarms', settings: { scope: { kind: 'device', device }, hasQuiet: true } }
  }
}
