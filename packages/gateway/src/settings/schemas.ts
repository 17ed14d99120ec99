import { z } from 'zod'
import type { Variant } from '../base/variant.ts'
import { fields, isIn, isSecret, type Setting } from './setting.ts'
import { keyOf, keysIn, type SettingKey, type SettingName, settingKeys, settings } from './table.ts'

/** Settings in requests; the schema defines each key. */
export type SettingsBody = Partial<Record<SettingName, unknown>>
export type SettingsView = Partial<Record<SettingKey, unknown>>

type Shape = Record<string, z.ZodType>

/** An export holds what both variants have. */
type Side = Variant | 'both'

const shapeIn = (side: Side, object: z.ZodObject, change: (field: z.ZodType) => z.ZodType): Shape =>
  Object.fromEntries(
    Object.entries<z.ZodType>(object.shape)
      .filter(([, field]) => side === 'both' || isIn(side, field))
      .map(([name, field]) => [name, change(field)]),
  )

const withItems = (array: z.ZodArray, items: z.ZodType): z.ZodType => array.clone({ ...array.def, element: items })

const secretInput = (field: z.ZodType): z.ZodType =>
  isSecret(field) ? field.nullish().describe(`${field.description} Write-only; null keeps the current value.`) : field

/** Input schema: any fields of an object, a whole array, or a whole value. */
const inputOf = ({ value, about, aliases = {}, clears = {} }: Setting, side: Side): z.ZodType => {
  if (value instanceof z.ZodArray) {
    const shape = shapeIn(side, value.element as z.ZodObject, secretInput)
    return withItems(value, fields(shape)).describe(about)
  }
  if (!(value instanceof z.ZodObject)) return value.describe(about)
  const shape = shapeIn(side, value, (field) => secretInput(field).optional())
  for (const [alias, name] of Object.entries(aliases)) {
    shape[alias] = z.optional(value.shape[name] as z.ZodType).describe(`The same as ${name}.`)
  }
  for (const [flag, name] of Object.entries(clears)) {
    shape[flag] = z.boolean('must be true or false').optional().describe(`Clears ${name}.`)
  }
  return fields(shape).describe(about)
}

const secretView = (field: z.ZodType): z.ZodType =>
  isSecret(field) ? z.null().describe(`${field.description} Write-only.`) : field

const viewOf = ({ value, about }: Setting, variant: Variant): z.ZodType => {
  if (value instanceof z.ZodObject) return z.object(shapeIn(variant, value, secretView)).describe(about)
  if (!(value instanceof z.ZodArray)) return value.describe(about)
  return withItems(value, z.object(shapeIn(variant, value.element as z.ZodObject, secretView))).describe(about)
}

const byName = (names: readonly SettingName[], make: (setting: Setting) => z.ZodType): Shape =>
  Object.fromEntries(names.map((name) => [name, make(settings[keyOf(name)]).optional()]))

const bodySchema = (names: readonly SettingName[], side: Side): z.ZodType<SettingsBody, SettingsBody> =>
  fields(byName([...names, 'forwarding'], (setting) => inputOf(setting, side)))

const bodies = { A: bodySchema(keysIn('A'), 'A'), B: bodySchema(keysIn('B'), 'B') }

/** Schema of a settings request. */
export const settingsSchema = (variant: Variant): z.ZodType<SettingsBody, SettingsBody> => bodies[variant]

/** Schema of an exported file. */
export const exportedSchema = bodySchema(settingKeys, 'both')

/** Schema of a settings reply. */
export const settingsReply = (variant: Variant): z.ZodType<SettingsView, SettingsView> =>
  z.object(byName(keysIn(variant), (setting) => viewOf(setting, variant)))
