import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Passwords } from '../access/passwords.ts'
import type { Doer } from '../api/audit/record.ts'
import { migrate } from '../db/migrate.ts'
import { type Database, openDatabase } from '../db/open.ts'
import type { Settings } from '../env.ts'

/** What the administrator's commands work with: the database itself, past the API and its rights. */
export interface Admin {
  db: Database
  now: () => Date
  passwords: Passwords
}

/** The administrator asked for something that cannot be; the message says why. */
export class AdminProblem extends Error {
  override name = 'AdminProblem'
}

export type Place = Pick<Settings, 'data' | 'db'>

/**
 * Opens the database for one piece of work and closes it. A folder that a running service uses is refused by its lock; one in
 * which there is nothing, too, so that a slip of the pen makes no new installation.
 */
export const withAdmin = async <T>(place: Place, work: (admin: Admin) => Promise<T>): Promise<T> => {
  if (place.db === undefined && !existsSync(join(place.data, 'postgres', 'PG_VERSION'))) {
    throw new AdminProblem(
      `There are no data of Busbar in ${place.data}: name their folder with --data, or start the service there once.`,
    )
  }
  return withDatabase(place, async (db) => {
    await migrate(db.sql)
    return work({ db, now: () => new Date(), passwords: new Passwords() })
  })
}

/** Opens the database as it is, or a new one. */
export const withDatabase = async <T>({ data, db: url }: Place, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = await openDatabase({ dataFolder: data, url })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** How the administrator stands in audit records. */
export const administrator = (admin: Admin): Doer => ({
  caller: { accountId: 0, accountName: 'administrator' },
  from: 'command line',
  now: admin.now,
})
