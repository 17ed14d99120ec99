import type { Database, Queries } from '@busbar/database'
import { SecretsProblem } from '../../accounts/sealing/problem.ts'
import type { Secrets } from '../../accounts/sealing/secrets.ts'
import { settingPlace } from '../../accounts/sealing/stored.sql.ts'
import { type Settings, settings as table } from '../../settings/env.ts'
import { type EditableSetting, editableSettings } from './editable-settings.ts'

interface StoredSetting {
  name: string
  plain: string | null
  sealed: Buffer | null
  changedOn: Date
  changedBy: string
}

const storedSettings = (sql: Queries) => sql<StoredSetting[]>`
  select name, plain, sealed, changed_on as "changedOn", changed_by as "changedBy" from installation_setting order by name`

export const putSetting = async (
  tx: Queries,
  to: { name: string; plain: string | null; sealed: Buffer | null; on: Date; by: string },
): Promise<void> => {
  await tx`
    insert into installation_setting (name, plain, sealed, changed_on, changed_by)
    values (${to.name}, ${to.plain}, ${to.sealed}, ${to.on}, ${to.by})
    on conflict (name) do update set plain = excluded.plain, sealed = excluded.sealed,
      changed_on = excluded.changed_on, changed_by = excluded.changed_by`
}

const deleteSetting = async (tx: Queries, name: string): Promise<void> => {
  await tx`delete from installation_setting where name = ${name}`
}

const channel = 'busbar_settings'

const defaults = { 'backup-every': 86_400_000, 'backup-keep': 14 } as const

/** As they hold now. */
export type CurrentSettings = Settings & { 'backup-every': number; 'backup-keep': number }

export interface ShownSetting {
  name: string
  /** Source of the value: a flag or environment variable, the stored value or the default. */
  source: 'flag' | 'stored' | 'default'
  isEditable: boolean
  isSecret: boolean
  /** Null where there is none, or where it is a secret. */
  value: string | null
  /** Without what opens it: the host of a server. */
  hint: string | null
  /** User and time of the last change. */
  changed: { by: string; on: Date } | null
}

export interface InstallationSettingsOptions {
  db: Pick<Database, 'sql' | 'tx'>
  secrets: Secrets
  /** Settings from flags and environment variables. */
  startSettings: Settings
  now: () => Date
  log: { error(details: object, message: string): void }
}

const isSecret = (name: EditableSetting): boolean => table[name].isSecret === true

/** The settings of the installation: those of the start, and where these say nothing, what administrators have stored. */
export class InstallationSettings {
  readonly #options: InstallationSettingsOptions
  readonly #listeners: ((current: CurrentSettings) => Promise<void> | void)[] = []
  #stored = new Map<EditableSetting, StoredSetting & { text: string | null }>()
  #current: CurrentSettings

  constructor(options: InstallationSettingsOptions) {
    this.#options = options
    this.#current = { ...defaults, ...withoutMissing(options.startSettings) } as CurrentSettings
  }

  get current(): CurrentSettings {
    return this.#current
  }

  async load(): Promise<void> {
    const { db, secrets, startSettings, log } = this.#options
    const rows = (await storedSettings(db.sql)).flatMap((row) =>
      isEditable(row.name) ? [{ ...row, name: row.name }] : [],
    )
    this.#stored = new Map(
      rows.map((row) => {
        const opened = row.sealed === null ? null : secrets.open(settingPlace(row.name), row.sealed)
        return [row.name, { ...row, text: row.plain ?? opened?.toString() ?? null }]
      }),
    )
    const read: Record<string, unknown> = {}
    for (const [name, { text }] of this.#stored) {
      const parsed = text === null ? null : table[name].schema.safeParse(text)
      if (parsed?.success) read[name] = parsed.data
      else {
        const reason = parsed === null ? 'it is sealed with another key' : `it takes ${parsed.error.issues[0]?.message}`
        log.error({ setting: name, reason }, 'a stored setting is invalid and ignored until it is set again')
      }
    }
    this.#current = { ...defaults, ...withoutMissing(read), ...withoutMissing(startSettings) } as CurrentSettings
  }

  /** Called with what holds after each change. */
  onChange(listener: (current: CurrentSettings) => Promise<void> | void): void {
    this.#listeners.push(listener)
  }

  /** Stores and applies a value; null removes the stored one. Returns the problem, or null on success. */
  async put(name: EditableSetting, text: string | null, by: string): Promise<string | null> {
    const { db, secrets, startSettings, now } = this.#options
    if (startSettings[name] !== undefined) return 'is set at the start of the service'
    const parsed = text === null ? null : table[name].schema.safeParse(text)
    // Schema messages never quote the value, which may be secret.
    if (parsed?.success === false) return `takes ${parsed.error.issues[0]?.message ?? 'something else'}`
    try {
      await db.tx(async (tx) => {
        if (text === null) return deleteSetting(tx, name)
        await tx`lock table installation_setting in exclusive mode`
        const place = settingPlace(name)
        const sealed = isSecret(name) ? (await secrets.sealer(tx))(place, Buffer.from(text)) : null
        return putSetting(tx, { name, plain: sealed === null ? text : null, sealed, on: now(), by })
      })
      await db.sql`select pg_notify(${channel}, '')`
    } catch (error) {
      if (error instanceof SecretsProblem) return error.message
      throw error
    }
    await this.#reload()
    return null
  }

  /** Applies settings that other nodes store until the returned function is called. */
  watch(): Promise<() => Promise<void>> {
    const { db, log } = this.#options
    const reload = (): void =>
      void this.#reload().catch((error: unknown) => log.error({ err: error }, 'applying stored settings failed'))
    return db.sql.listen(channel, reload, reload)
  }

  async #reload(): Promise<void> {
    await this.load()
    for (const listener of this.#listeners) await listener(this.#current)
  }

  /** All of them, secrets without what makes them one. */
  shown(): ShownSetting[] {
    const { startSettings } = this.#options
    return Object.entries(table).map(([name, { isSecret: hidden = false }]) => {
      const stored = isEditable(name) ? this.#stored.get(name) : undefined
      const value = this.#current[name as keyof Settings]
      const isSetAtStart = startSettings[name as keyof Settings] !== undefined
      const isStored = stored !== undefined && !isSetAtStart
      return {
        name,
        source: isStored ? 'stored' : isSetAtStart && !isUsual(name, value) ? 'flag' : 'default',
        isEditable: isEditable(name) && startSettings[name] === undefined,
        isSecret: hidden,
        value: hidden
          ? null
          : isStored
            ? stored.text
            : name === 'backup-every'
              ? spanText(Number(value))
              : shownValue(value),
        hint: hidden && value instanceof URL ? value.host : hidden && value !== undefined ? '' : null,
        changed: isStored ? { by: stored.changedBy, on: stored.changedOn } : null,
      }
    })
  }
}

const isEditable = (name: string): name is EditableSetting => editableSettings.some((one) => one === name)

const withoutMissing = <T extends object>(some: T): Partial<T> =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)) as Partial<T>

/** True if the value is the default. */
const isUsual = (name: string, value: unknown): boolean => {
  const { schema } = table[name as keyof typeof table]
  const parsed = schema.safeParse(undefined)
  return parsed.success && shownValue(parsed.data) === shownValue(value)
}

const spanText = (ms: number): string => (ms % 3_600_000 === 0 ? `${ms / 3_600_000}h` : `${ms / 60_000}m`)

const shownValue = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof URL) return value.href
  if (typeof value !== 'object') return null
  if ('entries' in value && Array.isArray(value.entries)) return value.entries.join(',')
  if ('host' in value && 'port' in value) return `${String(value.host)}:${String(value.port)}`
  return 'template' in value ? String(value.template) : null
}
