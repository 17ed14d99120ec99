import { z } from 'zod'
import { type SettingKey, type Settings, settingKeys, settings } from './table.ts'

/** Converts a field; its path looks like `serial.baudRate` or `rmSrv.0.ip`. */
type Change = (value: unknown, schema: z.ZodType, path: string) => unknown

/** Fields of an object, of the objects in an array, or the value itself: each is changed, those that become undefined go. */
export const mapFields = (schema: z.ZodType, value: unknown, path: string, change: Change): unknown => {
  if (schema instanceof z.ZodObject) {
    const fields = value as Readonly<Record<string, unknown>>
    const shape = Object.entries<z.ZodType>(schema.shape)
    const changed = shape.map(([name, field]) => [name, change(fields[name], field, `${path}.${name}`)] as const)
    return Object.fromEntries(changed.filter(([, one]) => one !== undefined))
  }
  if (schema instanceof z.ZodArray) {
    const item = schema.element as z.ZodType
    return (value as readonly unknown[]).map((one, at) => mapFields(item, one, `${path}.${at}`, change))
  }
  return change(value, schema, path)
}

/** The same for all settings. */
export const mapSettings = (all: Settings, change: Change): Settings =>
  fromKeys((key) => mapFields(settings[key].value, all[key], key, change))

/** Builds settings key by key. */
export const fromKeys = (make: (key: SettingKey) => unknown): Settings =>
  Object.fromEntries(settingKeys.map((key) => [key, make(key)])) as Settings

/** Shared by many parts, so they cannot be changed. */
export const frozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const one of Object.values(value)) frozen(one)
  }
  return value
}
