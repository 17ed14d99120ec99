import { z } from 'zod'
import { SettingsProblem } from '../problem.ts'
import type { SettingsBody } from '../schemas.ts'
import { isSecret, type Setting } from '../setting.ts'
import { keyOf, type SettingKey, type SettingName, type Settings, settings } from '../table.ts'

type Fields = Readonly<Record<string, unknown>>

/** The fields under their own names, with what a flag empties. */
const plain = (setting: Setting, key: SettingKey, input: Fields): Fields => {
  const { aliases = {}, clears = {} } = setting
  const plainFields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    if (clears[name] !== undefined || value === undefined) continue
    const own = aliases[name] ?? name
    if (own in plainFields && plainFields[own] !== value)
      throw new SettingsProblem('value', `${key}.${name}: is not what ${own} says`)
    plainFields[own] = value
  }
  return plainFields
}

/** Absent fields and null secrets keep their values. */
const mergeFields = (object: z.ZodObject, before: Fields, input: Fields): Fields =>
  Object.fromEntries(
    Object.entries<z.ZodType>(object.shape).map(([name, field]) => {
      const sent = input[name]
      const isUnchanged = sent === undefined || (sent === null && isSecret(field))
      return [name, isUnchanged ? before[name] : sent]
    }),
  )

const emptied = (setting: Setting, key: SettingKey, input: Fields): Fields => {
  const flags = Object.entries(setting.clears ?? {}).filter(([flag]) => input[flag] === true)
  for (const [flag, name] of flags) {
    if ((input[name] ?? null) !== null) throw new SettingsProblem('value', `${key}.${flag}: goes with ${name} null`)
  }
  return Object.fromEntries(flags.map(([, name]) => [name, null]))
}

const mergeOne = (key: SettingKey, before: unknown, input: unknown): unknown => {
  const setting = settings[key]
  const { value } = setting
  if (value instanceof z.ZodObject) {
    const sent = input as Fields
    return { ...mergeFields(value, before as Fields, plain(setting, key, sent)), ...emptied(setting, key, sent) }
  }
  if (!(value instanceof z.ZodArray)) return input
  // An array is replaced whole; a secret that was not sent stays at its place.
  const was = before as readonly Fields[]
  return (input as readonly Fields[]).map((item, at) => mergeFields(value.element as z.ZodObject, was[at] ?? {}, item))
}

/** The settings after a request that fits its schema. */
export const merge = (before: Settings, body: SettingsBody): Settings => {
  const names = (Object.keys(body) as SettingName[]).filter((name) => body[name] !== undefined)
  if (names.includes('fwd') && names.includes('forwarding')) {
    throw new SettingsProblem('value', 'forwarding: is another name of fwd')
  }
  const changed = names.map((name) => [keyOf(name), mergeOne(keyOf(name), before[keyOf(name)], body[name])] as const)
  return { ...before, ...(Object.fromEntries(changed) as Partial<Settings>) }
}
