import { z } from 'zod'

/** One setting: the flag's name is its key, its variable BUSBAR_ and the same name in capitals. */
interface Setting<S extends z.ZodType = z.ZodType> {
  /** What follows the flag; a setting without it is a switch. */
  value?: string
  about: string
  /** A text in, what the service uses out. */
  schema: S
  /** Another variable that means the same, where everybody knows one. */
  variable?: string
}

const setting = <S extends z.ZodType>(described: Setting<S>): Setting<S> => described

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** `HOST:PORT`, `[::1]:PORT`, or a port of this machine alone. */
const address = z.string().transform((text, { issues }) => {
  const [, bracketed, plain, digits] = /^(?:(?:\[([0-9a-fA-F:]+)\]|([^:\s]+)):)?(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (port <= 65_535) return { host: bracketed ?? plain ?? '127.0.0.1', port }
  issues.push({ code: 'custom', input: text, message: 'HOST:PORT' })
  return z.NEVER
})
const webAddress = z
  .url({ protocol: /^https?$/, error: 'an address like https://busbar.example.org' })
  .transform((text) => text.replace(/\/+$/, ''))
const whole = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `a whole number from 0 to ${max}`)
    .transform(Number)
    .pipe(z.number().max(max, `a whole number from 0 to ${max}`))
const onOff = z.enum(['true', 'false', '1', '0'], 'true or false').transform((text) => text === 'true' || text === '1')

/** Every setting of the service. */
export const settings = {
  http: setting({
    value: 'HOST:PORT',
    about: 'where the service listens (127.0.0.1:8080)',
    schema: address.prefault('127.0.0.1:8080'),
  }),
  data: setting({
    value: 'DIR',
    about: 'where it keeps a PostgreSQL of its own (.data/cloud)',
    schema: z.string().min(1, 'a folder').prefault('.data/cloud'),
  }),
  db: setting({
    value: 'URL',
    about: 'a PostgreSQL of yours instead, 15 or later',
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\/./, 'postgres://USER:PASSWORD@HOST:5432/DATABASE')
      .optional(),
    variable: 'DATABASE_URL',
  }),
  'public-url': setting({
    value: 'URL',
    about: 'how others reach the service, where a proxy stands before it',
    schema: webAddress.optional(),
  }),
  quota: setting({
    value: 'N',
    about: 'requests a minute for each API key without a quota of its own; 0 is no limit (600)',
    schema: whole(1_000_000).prefault('600'),
  }),
  'log-level': setting({
    value: 'LEVEL',
    about: `how much is logged to stderr: ${logLevels.join(', ')}; debug has every request (info)`,
    schema: z.enum(logLevels, `one of ${logLevels.join(', ')}`).prefault('info'),
  }),
  json: setting({ about: 'print one line of JSON when ready', schema: onOff.prefault('false') }),
}
export type SettingName = keyof typeof settings
export type Settings = { [K in SettingName]: z.infer<(typeof settings)[K]['schema']> }
export type LogLevel = Settings['log-level']

/** A setting is wrong; the message says which, and what it takes. */
export class SettingProblem extends Error {
  override name = 'SettingProblem'
}

const names = Object.keys(settings) as SettingName[]

export const variableOf = (name: string): string => `BUSBAR_${name.toUpperCase().replaceAll('-', '_')}`

/** The tests' own, and what Kubernetes tells every container about a service called busbar. */
const notOurs = /^BUSBAR_(TEST_|SERVICE_|PORT(_|$))/

/** Reads the settings: a flag goes before its variable, and that before what the setting is by itself. */
export const readSettings = (
  flags: Readonly<Record<string, unknown>>,
  variables: Readonly<Record<string, string | undefined>>,
): Settings => {
  const known = new Set(names.map(variableOf))
  const strange = Object.keys(variables).find(
    (name) => name.startsWith('BUSBAR_') && !known.has(name) && !notOurs.test(name),
  )
  if (strange !== undefined) {
    throw new SettingProblem(`there is no setting ${strange}; known are ${[...known].join(', ')}`)
  }
  return Object.fromEntries(names.map((name) => [name, readOne(name, flags, variables)])) as Settings
}

const readOne = (
  name: SettingName,
  flags: Readonly<Record<string, unknown>>,
  variables: Readonly<Record<string, string | undefined>>,
): unknown => {
  const { schema, variable } = settings[name] as Setting
  const places: [string, unknown][] = [
    [`--${name}`, flags[name]],
    [variableOf(name), variables[variableOf(name)]],
    ...(variable === undefined ? [] : ([[variable, variables[variable]]] as [string, unknown][])),
  ]
  // A variable that is set to nothing is not set, as in a compose file.
  const [place, given] = places.find(([, value]) => value !== undefined && value !== '') ?? []
  const text = typeof given === 'boolean' ? String(given) : given
  const read = schema.safeParse(text)
  if (read.success) return read.data
  // What was given may be a secret, as in the URL of a database.
  const shown = name === 'db' ? '' : `, not ${String(text)}`
  throw new SettingProblem(`${place} takes ${read.error.issues[0]?.message}${shown}`)
}
