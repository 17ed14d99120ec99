import type { Variant } from '../../base/variant.ts'
import { isIn, isSecret } from '../setting.ts'
import { type SettingKey, type Settings, settings } from '../table.ts'
import { mapFields, mapSettings } from '../walk.ts'

/** Readable form of a setting: the fields of the variant, with null for secrets. */
export const viewOf = (key: SettingKey, value: unknown, variant: Variant): unknown =>
  mapFields(settings[key].value, value, key, (field, schema) => {
    if (!isIn(variant, schema)) return undefined
    return isSecret(schema) ? null : field
  })

/** Settings without secrets. */
export const withoutSecrets = (all: Settings): Settings =>
  mapSettings(all, (value, schema) => (isSecret(schema) ? null : value))

/** Every secret by its path. */
export const secretsOf = (all: Settings): Map<string, unknown> => {
  const found = new Map<string, unknown>()
  mapSettings(all, (value, schema, path) => {
    if (isSecret(schema)) found.set(path, value)
    return value
  })
  return found
}

/** Replaces the secrets of settings. */
export const withSecrets = (all: Settings, secrets: ReadonlyMap<string, unknown>): Settings =>
  mapSettings(all, (value, schema, path) => (isSecret(schema) && secrets.has(path) ? secrets.get(path) : value))

/** Settings without random defaults; the rest shows whether they were changed. */
export const withoutGenerated = (all: Settings): Settings =>
  mapSettings(all, (value, _, path) => {
    const [key = '', name = ''] = path.split('.')
    return settings[key as SettingKey].generated?.includes(name) ? null : value
  })
