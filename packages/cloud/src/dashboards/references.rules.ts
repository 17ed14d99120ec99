import type { Widget } from './widgets.contract.ts'

/** Fields of a widget that contain references. */
const idFields = ['paramId', 'deviceId', 'netId', 'visId'] as const
type IdField = (typeof idFields)[number]
export type NewId = (field: IdField, id: number, where: string) => number

const isIdField = (name: string): name is IdField => (idFields as readonly string[]).includes(name)

/** A copy with other ids. Every schema of a widget names an object by one of these fields, and nothing else by them. */
const withNewIds = (value: unknown, newId: NewId, where: string): unknown => {
  if (Array.isArray(value)) return value.map((one, index) => withNewIds(one, newId, `${where}.${index}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const at = `${where}.${name}`
      return [name, isIdField(name) && typeof one === 'number' ? newId(name, one, at) : withNewIds(one, newId, at)]
    }),
  )
}

export const withIds = (widget: Widget, newId: NewId, where = 'settings'): Widget =>
  ({ ...widget, settings: withNewIds(widget.settings, newId, where) }) as Widget

export interface WidgetReferences {
  paramIds: number[]
  deviceIds: number[]
  netIds: number[]
  visIds: number[]
  /** Keys of parameters of the selected device. */
  keys: string[]
  /** True if any reference is to the selected device. */
  isOfDevice: boolean
}

/** All that widgets name, each once. */
export const referencesIn = (widgets: readonly Widget[]): WidgetReferences => {
  const ids = {
    paramId: new Set<number>(),
    deviceId: new Set<number>(),
    netId: new Set<number>(),
    visId: new Set<number>(),
  }
  const keys = new Set<string>()
  const variables = new Set<unknown>()
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, one] of Object.entries(value)) {
      if (isIdField(name) && typeof one === 'number') ids[name].add(one)
      else if (name === 'key' && typeof one === 'string') keys.add(one)
      else if (name === 'variable') variables.add(one)
      else collect(one)
    }
  }
  for (const { settings } of widgets) collect(settings)
  return {
    paramIds: [...ids.paramId],
    deviceIds: [...ids.deviceId],
    netIds: [...ids.netId],
    visIds: [...ids.visId],
    keys: [...keys],
    isOfDevice: variables.size + keys.size > 0,
  }
}
