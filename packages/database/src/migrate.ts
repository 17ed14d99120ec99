import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { DatabaseProblem } from './problem.ts'
import type { Queries, Sql, Tx } from './sql.ts'

interface Migration {
  number: number
  /** File name without `.sql`. */
  name: string
  text: string
  sha256: string
}

/** Reads migrations in order: 0001_core.sql, 0002_..., without gaps. */
export const readMigrations = async (folder = new URL('./migrations/', import.meta.url)): Promise<Migration[]> => {
  const names = (await readdir(folder)).toSorted()
  return Promise.all(names.map((name, i) => readMigration(folder, name, i + 1)))
}

const readMigration = async (folder: URL, file: string, number: number): Promise<Migration> => {
  const [, digits, rest] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
  if (digits === undefined || Number(digits) !== number) {
    throw new Error(`${file} should be migration ${String(number).padStart(4, '0')}_<name>.sql`)
  }
  // Other line endings of a checkout make no difference.
  const text = (await readFile(new URL(file, folder), 'utf8')).replaceAll('\r\n', '\n')
  return { number, name: `${digits}_${rest}`, text, sha256: createHash('sha256').update(text).digest('hex') }
}

export interface MigrateOptions {
  /** Folder with the migrations; ours by default. */
  folder?: URL
  /** Last migration to apply; all by default. */
  upTo?: number
}

interface AppliedMigration {
  number: number
  name: string
  sha256: string
}

/** Advisory lock with a number that no other lock has. */
const lock = 0x62_75_73_62

/**
 * Updates the schema and returns the number of its last migration. Each migration runs in one transaction with its
 * record; each transaction waits for the lock and checks again, so that several nodes may start at once. Migrations
 * only change the schema: rows come from the service, so that a backup can be restored into a migrated database.
 */
export const migrate = async (sql: Sql, { folder, upTo = Infinity }: MigrateOptions = {}): Promise<number> => {
  const known = await readMigrations(folder)
  for (;;) {
    const [number, isDone] = await sql.begin((tx) => applyNext(tx, known, upTo))
    if (isDone) return number
  }
}

/** Returns the number of the last applied migration; 0 for none. */
export const migrationOf = async (sql: Queries): Promise<number> => {
  const [found] = await sql`select to_regclass('migration') is not null as yes`
  if (!found?.['yes']) return 0
  const [last] = await sql<[{ number: number }]>`select coalesce(max(number), 0) as number from migration`
  return last.number
}

/** Refuses any schema but ours: a service of another version uses it, so it must not change. */
export const checkMigrated = async (sql: Queries): Promise<void> => {
  const known = await readMigrations()
  const reached = await migrationOf(sql)
  if (reached > 0) {
    checkApplied(await sql<AppliedMigration[]>`select number, name, sha256 from migration order by number`, known)
  }
  if (reached === known.length) return
  throw new DatabaseProblem(
    `The running service is older than this command, or still starting (migration ${reached}; this one has ${known.length}): ` +
      'use the command that came with the service, or stop the service first.',
  )
}

const applyNext = async (tx: Tx, known: readonly Migration[], upTo: number): Promise<[number, boolean]> => {
  await tx`select pg_advisory_xact_lock(${lock})`
  await tx`create table if not exists migration (
    number int primary key, name text not null, sha256 text not null, applied_on timestamptz not null default now())`
  const applied = await tx<AppliedMigration[]>`select number, name, sha256 from migration order by number`
  checkApplied(applied, known)
  const next = known[applied.length]
  if (next === undefined || next.number > upTo) return [applied.length, true]
  await tx.unsafe(next.text)
  await tx`insert into migration ${tx({ number: next.number, name: next.name, sha256: next.sha256 })}`
  return [next.number, false]
}

/** The applied migrations must be the first of the known ones. */
const checkApplied = (applied: readonly AppliedMigration[], known: readonly Migration[]): void => {
  applied.forEach(({ number, name, sha256 }, i) => {
    const ours = known[i]
    if (ours === undefined) {
      throw new DatabaseProblem(
        `The database was migrated by a newer Busbar (migration ${name}; this one has ${known.length}): ` +
          'update Busbar, or restore a backup from before.',
      )
    }
    if (ours.number === number && ours.sha256 === sha256) return
    throw new DatabaseProblem(
      `The database has another migration ${name} than this Busbar (${ours.name}): ` +
        'reinstall Busbar; an applied migration must not be edited.',
    )
  })
}
