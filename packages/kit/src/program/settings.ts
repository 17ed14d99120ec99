import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'

const bytesMax = 65_536

/**
 * Reads a secret from a file, without the line end that editors add; or returns why that failed. Errors never contain
 * the content.
 */
const readSecretFile = (path: string): { ok: string } | { err: string } => {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const bytes = Buffer.alloc(bytesMax + 1)
    let length = 0
    for (let read = -1; read !== 0 && length <= bytesMax; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null)
    if (length > bytesMax) return { err: `has more than ${bytesMax} bytes` }
    const text = bytes.toString('utf8', 0, length).replace(/\r?\n$/, '')
    return text === '' ? { err: 'is empty' } : { ok: text }
  } catch (error) {
    return { err: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})` }
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/**
 * A setting of a program. Its key is the name of the flag; the name of its variable is a prefix and the key in
 * capitals.
 */
export interface Setting<S extends z.ZodType = z.ZodType> {
  /** Placeholder of the value in the help; a setting without it is a switch. */
  value?: string
  about: string
  /** A text in, what the program uses out. */
  schema: S
  /** Another variable that means the same, where a well-known one exists. */
  variable?: string
  /**
   * The value contains a password, such as the URL of a database. Errors do not repeat it, and it can be passed in a
   * file: process lists show flags, and children inherit variables.
   */
  isSecret?: boolean
  /** The flag may be given several times; the schema gets all of them with commas between, as the variable has them. */
  isList?: boolean
}

export type SettingsOf<Table extends Readonly<Record<string, Setting>>> = {
  [K in keyof Table]: z.infer<Table[K]['schema']>
}

type Flags = Readonly<Record<string, unknown>>
type Variables = Readonly<Record<string, string | undefined>>

/** Keeps the schema's type while the settings stand in one table. */
export const setting = <S extends z.ZodType>(described: Setting<S>): Setting<S> => described

/** A setting is invalid; the message names it and the accepted values. */
export class SettingProblem extends Error {
  override name = 'SettingProblem'
}

/** Every way to give a secret, from the one that goes before to the one that goes last. */
export interface SecretSources {
  flags: readonly [plain: string, file: string]
  variables: readonly (readonly [plain: string, file: string])[]
  /** A file of this name in the folder that systemd names in CREDENTIALS_DIRECTORY. */
  credential: string
}

/** Reads a program's settings by their table. `notOurs` are variables that begin as ours do and belong to others. */
export const settingsReader = <Table extends Readonly<Record<string, Setting>>>(
  table: Table,
  prefix: string,
  notOurs?: RegExp,
) => {
  const variableOf = (name: string): string => `${prefix}${name.toUpperCase().replaceAll('-', '_')}`
  const secrets = Object.entries(table)
    .filter(([, { isSecret }]) => isSecret)
    .map(([name, { variable }]): [string, SecretSources] => [
      name,
      {
        flags: [name, fileOf(name)],
        variables: [variableOf(name), ...(variable === undefined ? [] : [variable])].map((one) => [one, `${one}_FILE`]),
        credential: `${prefix.toLowerCase().replace(/_$/, '').replaceAll('_', '-')}.${name}`,
      },
    ])
  const secretsByName = new Map(secrets)
  const known = new Set([...Object.keys(table).map(variableOf), ...secrets.map(([name]) => `${variableOf(name)}_FILE`)])
  const isStrange = (name: string): boolean =>
    name.startsWith(prefix) && !known.has(name) && notOurs?.test(name) !== true
  return {
    variableOf,
    /** Sources of secrets by the name of their setting. */
    secrets: secretsByName as ReadonlyMap<string, SecretSources>,
    /** A flag goes before its variable, and that before what the setting is by itself. */
    read: (flags: Flags, variables: Variables): SettingsOf<Table> => {
      const strange = Object.keys(variables).find(isStrange)
      if (strange !== undefined) {
        throw new SettingProblem(`there is no setting ${strange}; known are ${[...known].join(', ')}`)
      }
      return Object.fromEntries(
        Object.entries(table).map(([name, one]) => {
          const secret = secretsByName.get(name)
          const source =
            secret === undefined
              ? plainOf(name, one, variableOf(name), flags, variables)
              : secretOf(secret, flags, variables)
          return [name, checked(one, source)]
        }),
      ) as SettingsOf<Table>
    },
  }
}

/** The flag that takes a secret's file. */
export const fileOf = (name: string): string => `${name}-file`

interface SettingSource {
  origin: string
  value: unknown
}

// A variable that is set to nothing is not set, as in a compose file.
const isSet = ({ value }: SettingSource): boolean => value !== undefined && value !== ''

const plainOf = (name: string, { variable }: Setting, usual: string, flags: Flags, variables: Variables) =>
  [
    { origin: `--${name}`, value: flags[name] },
    { origin: usual, value: variables[usual] },
    ...(variable === undefined ? [] : [{ origin: variable, value: variables[variable] }]),
  ].find(isSet)

/** A secret and its file at the same place would leave open which of them counts. */
const secretOf = (
  { flags: names, variables: pairs, credential }: SecretSources,
  flags: Flags,
  variables: Variables,
) => {
  const folder = variables['CREDENTIALS_DIRECTORY'] ?? ''
  const levels: (readonly [SettingSource, SettingSource])[] = [
    [
      { origin: `--${names[0]}`, value: flags[names[0]] },
      { origin: `--${names[1]}`, value: flags[names[1]] },
    ],
    ...pairs.map(
      ([plain, file]) =>
        [
          { origin: plain, value: variables[plain] },
          { origin: file, value: variables[file] },
        ] as const,
    ),
  ]
  for (const [plain, file] of levels) {
    if (isSet(plain) && isSet(file)) throw new SettingProblem(`${plain.origin} and ${file.origin} do not go together`)
    if (isSet(plain)) return plain
    if (isSet(file)) return fromFile(file.origin, String(file.value))
  }
  const path = join(folder, credential)
  return folder !== '' && existsSync(path) ? fromFile(`the credential ${credential}`, path) : undefined
}

const fromFile = (origin: string, path: string): SettingSource => {
  const read = readSecretFile(path)
  if ('err' in read) throw new SettingProblem(`${origin}: the file ${read.err}`)
  return { origin: origin, value: read.ok }
}

const checked = ({ schema, isSecret }: Setting, at: SettingSource | undefined): unknown => {
  const value = at?.value
  const text = Array.isArray(value) ? value.join(',') : typeof value === 'boolean' ? String(value) : value
  const read = schema.safeParse(text)
  if (read.success) return read.data
  const shown = isSecret === true ? '' : `, not ${String(text)}`
  throw new SettingProblem(`${at?.origin} takes ${read.error.issues[0]?.message}${shown}`)
}
