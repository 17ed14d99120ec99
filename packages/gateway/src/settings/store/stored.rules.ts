import { z } from 'zod'
import { checkAll } from '../rules/whole.rules.ts'
import { type Settings, settings } from '../table.ts'
import { fromKeys, mapFields } from '../walk.ts'

/** Reads settings that another version may have written: unknown keys are dropped, missing ones get their defaults. */
export const fromStored = (stored: Readonly<Record<string, unknown>>, initial: Settings): Settings => {
  const read = fromKeys((key) => {
    const had = stored[key]
    if (had === undefined) return initial[key]
    const { value } = settings[key]
    if (!(value instanceof z.ZodObject)) return had
    const fields = had as Readonly<Record<string, unknown>>
    return mapFields(value, initial[key], key, (fresh, _, path) => {
      const storedValue = fields[path.slice(key.length + 1)]
      return storedValue === undefined ? fresh : storedValue
    })
  })
  checkAll(read)
  return read
}
