import {
  BellRing,
  ChartColumn,
  ChartLine,
  Gauge,
  Hash,
  Image,
  type LucideIcon,
  RectangleEllipsis,
  SlidersHorizontal,
  Table2,
  ToggleRight,
  Type,
} from 'lucide-react'
import type { ValueRef, Widget, WidgetKind } from '../values/board.ts'

/** What is offered, with its sign and the size in which it is put down, in columns and rows. */
export const kinds: readonly { kind: WidgetKind; icon: LucideIcon; width: number; height: number }[] = [
  { kind: 'number', icon: Hash, width: 3, height: 4 },
  { kind: 'chart', icon: ChartLine, width: 8, height: 7 },
  { kind: 'gauge', icon: Gauge, width: 3, height: 4 },
  { kind: 'bars', icon: ChartColumn, width: 4, height: 4 },
  { kind: 'timeline', icon: RectangleEllipsis, width: 4, height: 4 },
  { kind: 'switch', icon: ToggleRight, width: 4, height: 3 },
  { kind: 'setpoint', icon: SlidersHorizontal, width: 4, height: 3 },
  { kind: 'table', icon: Table2, width: 8, height: 5 },
  { kind: 'alarms', icon: BellRing, width: 4, height: 3 },
  { kind: 'picture', icon: Image, width: 4, height: 4 },
  { kind: 'text', icon: Type, width: 4, height: 3 },
]

/** What a value is chosen for. A kind that shows none is made at once. */
export const needsValue = (kind: WidgetKind): boolean => kind !== 'alarms' && kind !== 'text' && kind !== 'picture'
export const isWritten = (kind: WidgetKind): boolean => kind === 'switch' || kind === 'setpoint'

/** A widget of this kind with what is usual; of a picture the drawing has to be given. */
export const newSettings = (kind: WidgetKind, value: ValueRef, visId: number): Pick<Widget, 'kind' | 'settings'> => {
  switch (kind) {
    case 'number':
      return { kind, settings: { value, hasTrend: true, limits: [] } }
    case 'chart':
      return { kind, settings: { values: [{ value, axis: 'left' }] } }
    case 'gauge':
      return { kind, settings: { value, least: 0, greatest: 100, limits: [] } }
    case 'bars':
      return { kind, settings: { value, of: 'counter', per: 'day', count: 14 } }
    case 'timeline':
      return { kind, settings: { source: { kind: 'states', value, states: [{ value: '1', tone: 'on' }] }, days: 7 } }
    case 'switch':
      return { kind, settings: { value, on: '1', off: '0' } }
    case 'setpoint':
      return { kind, settings: { value } }
    case 'table':
      return { kind, settings: { values: [value] } }
    case 'alarms':
      return { kind, settings: { scope: { kind: 'org' }, hasQuiet: true } }
    case 'text':
      return { kind, settings: { text: '' } }
    case 'picture':
      return { kind, settings: { visId } }
  }
}
