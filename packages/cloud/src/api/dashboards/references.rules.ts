import type { Widget } from './widgets.contract.ts'

/** What a widget names, by the fields that hold it. */
const idFields = ['paramId', 'deviceId', 'netId', 'visId'] as const
type IdField = (typeof idFields)[number]
export type NewId = (field: IdField, id: number, where: string) => number

const isIdField = (name: string): name is IdField => (idFields as readonly string[]).includes(name)

/** A copy with other ids. Every schema of a widget names an object by one of these fields, and nothing else by them. */
const replaced = (given: unknown, newId: NewId, where: string): unknown => {
  if (Array.isArray(given)) return given.map((one, index) => replaced(one, newId, `${where}.${index}`))
  if (typeof given !== 'object' || given === null) return given
  return Object.fromEntries(
    Object.entries(given).map(([name, one]) => {
      const at = `${where}.${name}`
      return [name, isIdField(name) && typeof one === 'number' ? newId(name, one, at) : replaced(one, newId, at)]
    }),
  )
}

export const withIds = (widget: Widget, newId: NewId, where = 'settings'): Widget =>
  ({ ...widget, settings: replaced(widget.settings, newId, where) }) as Widget

export interface WidgetReferences {
  paramIds: number[]
  deviceIds: number[]
  netIds: number[]
  visIds: number[]
  /** Of parameters of the device that is looked at. */
  keys: string[]
  /** Whether anything is of the device that is looked at. */
  isOfDevice: boolean
}

/** All that widgets name, each once. */
export const namedIn = (widgets: readonly Widget[]): WidgetReferences => {
  const ids = {
    paramId: new Set<number>(),
    deviceId: new Set<number>(),
    netId: new Set<number>(),
    visId: new Set<number>(),
  }
  const keys = new Set<string>()
  const variables = new Set<unknown>()
  const look = (given: unknown): void => {
    if (typeof given !== 'object' || given === null) return
    for (const [name, one] of Object.entries(given)) {
      if (isIdField(name) && typeof one === 'number') ids[name].add(one)
      else if (name === 'key' && typeof one === 'string') keys.add(one)
      else if (name === 'variable') variables.add(one)
      else look(one)
    }
  }
  for (const { settings } of widgets) look(settings)
  return {
    paramIds: [...ids.paramId],
    deviceIds: [...ids.deviceId],
    netIds: [...ids.netId],
    visIds: [...ids.visId],
    keys: [...keys],
    isOfDevice: variables.size + keys.size > 0,
  }
}
