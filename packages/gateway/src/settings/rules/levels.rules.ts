import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Variant } from '../../base/variant.ts'
import { SettingsProblem } from '../problem.ts'
import type { SettingsBody } from '../schemas.ts'
import { isSecret, type Level } from '../setting.ts'
import { keyOf, namesIn, type SettingKey, type SettingName, type Settings, settings } from '../table.ts'

export interface LevelRules {
  readonly variant: Variant
  /**
   * Variant B requires an administrator for settings with which a user could become one or hand the device to others,
   * unless an administrator disabled that.
   */
  readonly strictLevels: boolean
}

/** As the contract has it, strict or not: secrets are never read back. */
export const readLevel = (key: SettingKey, { variant }: LevelRules): Level => settings[key].level[variant] ?? 2

const need = (name: SettingName, level: Level, needed: Level): void => {
  if (level < needed) throw new SettingsProblem('level', `${name}: needs level ${needed}`)
}

/** Throws where the caller may not see that. */
export const checkRead = (name: SettingName, level: Level, rules: LevelRules): void =>
  need(name, level, readLevel(keyOf(name), rules))

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSecretField = (key: SettingKey, name: string): boolean => {
  const shape = (settings[key].value as { shape?: Readonly<Record<string, z.ZodType>> }).shape ?? {}
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined
  return field !== undefined && isSecret(field)
}

/**
 * Only changes count, so that a client may send back what it read. A secret is read as null, which keeps it; any other
 * value counts as a change, or a user without the right could guess it.
 */
const changesStrict = (key: SettingKey, input: unknown, before: Settings): boolean => {
  const { strict } = settings[key]
  const had: unknown = before[key]
  if (strict === undefined) return false
  if (!isFields(input) || !isFields(had)) return !isDeepStrictEqual(input, had)
  const names = strict === 'all' ? Object.keys(input) : strict.filter((name) => Object.hasOwn(input, name))
  const isChanged = (name: string): boolean =>
    isSecretField(key, name) ? input[name] !== null : !isDeepStrictEqual(input[name], had[name])
  return names.some(isChanged)
}

const writeLevel = (key: SettingKey, input: unknown, before: Settings, rules: LevelRules): Level => {
  if (rules.variant === 'A') return 2
  return rules.strictLevels && changesStrict(key, input, before) ? 2 : 1
}

/** Throws when the caller may not change all of these settings. Rights are checked before values. */
export const checkWrite = (body: SettingsBody, level: Level, before: Settings, rules: LevelRules): void => {
  const known = new Set<string>(namesIn(rules.variant))
  const names = Object.keys(body).filter((name) => known.has(name)) as SettingName[]
  for (const name of names) need(name, level, writeLevel(keyOf(name), body[name], before, rules))
}
