import type { AnswerOf } from '../../data/api/api-query.ts'

export type Board = AnswerOf<'boards', 'get'>
export type Widget = Board['widgets'][number]
export type WidgetKind = Widget['kind']
export type WidgetOf<K extends WidgetKind> = Extract<Widget, { kind: K }>
export type GridArea = Widget['place']
export type Limit = WidgetOf<'number'>['settings']['limits'][number]
/** A parameter by id, or by key of the selected device. */
export type ValueRef = WidgetOf<'number'>['settings']['value']
export type DeviceRef = { deviceId: number } | { variable: 'device' }

export type BoardAnswer = AnswerOf<'boards', 'values'>
export type BoardParam = Omit<BoardAnswer['values'][number], 'value' | 'readOn' | 'error'>
export type BoardDevice = BoardAnswer['devices'][number]
export type BoardHistory = AnswerOf<'boards', 'history'>

export const refKey = (ref: ValueRef): string => ('key' in ref ? `key ${ref.key}` : `param ${ref.paramId}`)
