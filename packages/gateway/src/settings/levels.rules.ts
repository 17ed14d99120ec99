import { isDeepStrictEqual } from 'node:util'
import type { Variant } from '../variant.ts'
import { SettingsProblem } from './problem.ts'
import type { SettingsBody } from './schemas.ts'
import type { Level } from './setting.ts'
import { keyOf, namesIn, type SettingKey, type SettingName, type Settings, settings } from './table.ts'

export interface LevelRules {
  readonly variant: Variant
  /** Variant B asks for an administrator where a user could otherwise become one, or hand the device to others. */
  readonly strictLevels: boolean
}

const isStrict = (key: SettingKey, { variant, strictLevels }: LevelRules): boolean =>
  strictLevels && variant === 'B' && settings[key].strict === 'all'

export const readLevel = (key: SettingKey, rules: LevelRules): Level =>
  isStrict(key, rules) ? 2 : (settings[key].level[rules.variant] ?? 2)

const need = (name: SettingName, level: Level, needed: Level): void => {
  if (level < needed) throw new SettingsProblem('level', `${name}: needs level ${needed}`)
}

/** Throws where the caller may not see that. */
export const checkRead = (name: SettingName, level: Level, rules: LevelRules): void =>
  need(name, level, readLevel(keyOf(name), rules))

/** A field counts only where it would change, so that what was read may be sent back. */
const touchesStrictField = (key: SettingKey, given: unknown, before: Settings): boolean => {
  const { strict } = settings[key]
  if (typeof strict !== 'object' || typeof given !== 'object' || given === null) return false
  const [sent, had] = [given, before[key]] as [Record<string, unknown>, Record<string, unknown>]
  return strict.some((name) => Object.hasOwn(sent, name) && !isDeepStrictEqual(sent[name], had[name]))
}

const writeLevel = (key: SettingKey, given: unknown, before: Settings, rules: LevelRules): Level => {
  if (rules.variant === 'A') return 2
  return isStrict(key, rules) || (rules.strictLevels && touchesStrictField(key, given, before)) ? 2 : 1
}

/** Throws where the caller may not change all of that. Who may is judged before what is sent. */
export const checkWrite = (body: SettingsBody, level: Level, before: Settings, rules: LevelRules): void => {
  const known = new Set<string>(namesIn(rules.variant))
  const names = Object.keys(body).filter((name) => known.has(name)) as SettingName[]
  for (const name of names) need(name, level, writeLevel(keyOf(name), body[name], before, rules))
}
