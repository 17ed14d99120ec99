import type { z } from 'zod'

/** One setting of a program: the flag's name is its key, its variable a prefix and the same name in capitals. */
export interface Setting<S extends z.ZodType = z.ZodType> {
  /** What follows the flag; a setting without it is a switch. */
  value?: string
  about: string
  /** A text in, what the program uses out. */
  schema: S
  /** Another variable that means the same, where everybody knows one. */
  variable?: string
  /** What was given has a password in it, as in the URL of a database: it is not repeated in a complaint. */
  isSecret?: boolean
}

export type SettingsOf<Table extends Readonly<Record<string, Setting>>> = {
  [K in keyof Table]: z.infer<Table[K]['schema']>
}

type Flags = Readonly<Record<string, unknown>>
type Variables = Readonly<Record<string, string | undefined>>

/** Keeps the schema's type while the settings stand in one table. */
export const setting = <S extends z.ZodType>(described: Setting<S>): Setting<S> => described

/** A setting is wrong; the message says which, and what it takes. */
export class SettingProblem extends Error {
  override name = 'SettingProblem'
}

/** Reads a program's settings by their table. `notOurs` are variables that begin as ours do and belong to others. */
export const settingsReader = <Table extends Readonly<Record<string, Setting>>>(
  table: Table,
  prefix: string,
  notOurs?: RegExp,
) => {
  const variableOf = (name: string): string => `${prefix}${name.toUpperCase().replaceAll('-', '_')}`
  const known = new Set(Object.keys(table).map(variableOf))
  const isStrange = (name: string): boolean =>
    name.startsWith(prefix) && !known.has(name) && notOurs?.test(name) !== true
  return {
    variableOf,
    /** A flag goes before its variable, and that before what the setting is by itself. */
    read: (flags: Flags, variables: Variables): SettingsOf<Table> => {
      const strange = Object.keys(variables).find(isStrange)
      if (strange !== undefined) {
        throw new SettingProblem(`there is no setting ${strange}; known are ${[...known].join(', ')}`)
      }
      return Object.fromEntries(
        Object.entries(table).map(([name, one]) => [name, readOne(name, one, variableOf(name), flags, variables)]),
      ) as SettingsOf<Table>
    },
  }
}

const readOne = (
  name: string,
  { schema, variable, isSecret }: Setting,
  usual: string,
  flags: Flags,
  variables: Variables,
): unknown => {
  const places: [string, unknown][] = [
    [`--${name}`, flags[name]],
    [usual, variables[usual]],
    ...(variable === undefined ? [] : ([[variable, variables[variable]]] as [string, unknown][])),
  ]
  // A variable that is set to nothing is not set, as in a compose file.
  const [place, given] = places.find(([, value]) => value !== undefined && value !== '') ?? []
  const text = typeof given === 'boolean' ? String(given) : given
  const read = schema.safeParse(text)
  if (read.success) return read.data
  const shown = isSecret === true ? '' : `, not ${String(text)}`
  throw new SettingProblem(`${place} takes ${read.error.issues[0]?.message}${shown}`)
}
