import { z } from 'zod'
import type { Variant } from '../base/variant.ts'
import { viewOf } from './rules/secrets.rules.ts'
import { isSecret, type Level } from './setting.ts'
import { keysIn, type SettingKey, settings } from './table.ts'

export interface SettingDescription {
  readonly key: string
  readonly about: string
  readonly applies: 'now' | 'restart'
  readonly administrator: 'all' | string[]
  readonly secrets: string[]
  readonly initial: unknown
  readonly schema: Record<string, unknown>
}

/** Describes all settings that a user of this level may see. */
export const settingsDescription = (variant: Variant, level: Level): { settings: SettingDescription[] } => ({
  settings: keysIn(variant)
    .filter((key) => (settings[key].level[variant] ?? 2) <= level)
    .map((key) => describe(key, variant)),
})

const describe = (key: SettingKey, variant: Variant): SettingDescription => {
  const { about, applies, strict = [], value, initial } = settings[key]
  const view = viewOf(key, initial, variant)
  return {
    key,
    about,
    applies: applies[variant],
    administrator: typeof strict === 'string' ? strict : [...strict],
    secrets: fieldsOf(value).flatMap(([name, field]) => (isSecret(field) ? [name] : [])),
    initial: view,
    schema: schemaOf(value, view),
  }
}

const fieldsOf = (value: z.ZodType): [string, z.ZodType][] => {
  const object = value instanceof z.ZodArray ? value.element : value
  return object instanceof z.ZodObject ? Object.entries<z.ZodType>(object.shape) : []
}

type Schema = Record<string, unknown> & { properties?: Record<string, unknown>; required?: string[]; items?: Schema }

/** Without the fields that this variant does not have: those that it does not show. */
const schemaOf = (value: z.ZodType, view: unknown): Record<string, unknown> => {
  const { $schema: _, ...schema } = z.toJSONSchema(value, { unrepresentable: 'any' }) as Schema
  const holder = schema.items?.properties === undefined ? schema : schema.items
  const sample: unknown = Array.isArray(view) ? view[0] : view
  if (holder.properties !== undefined && typeof sample === 'object' && sample !== null) {
    const has = (name: string): boolean => Object.hasOwn(sample, name)
    holder.properties = Object.fromEntries(Object.entries(holder.properties).filter(([name]) => has(name)))
    holder.required = (holder.required ?? []).filter(has)
  }
  return schema
}
