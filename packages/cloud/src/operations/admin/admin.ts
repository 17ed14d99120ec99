import { checkMigrated, type Database, migrate, openDatabase } from '@busbar/database'
import { explainCut, hasCluster, openShared, type SharedDatabase } from '@busbar/database/embedded'
import type { Actor } from '../../accounts/audit/record.ts'
import { KeyFile, keyPath } from '../../accounts/sealing/key-file.ts'
import { Secrets } from '../../accounts/sealing/secrets.ts'
import { Passwords } from '../../accounts/sessions/passwords.ts'
import type { Settings } from '../../settings/env.ts'

/** Environment of `busbar admin`: the database itself, without the API and its permissions. */
export interface Admin {
  db: Database
  /** Another process uses it at the same time. */
  isShared: boolean
  now: () => Date
  passwords: Passwords
  secrets: Secrets
  /** File with the encryption keys. */
  keyFile: KeyFile
}

/** A request of the administrator that cannot be fulfilled; the message explains why. */
export class AdminProblem extends Error {
  override name = 'AdminProblem'
}

export type Installation = Pick<Settings, 'data' | 'db'> & Partial<Pick<Settings, 'secrets-key-file'>>

/**
 * Opens the database for one piece of work and closes it; a service may run on it. A folder in which there is nothing is refused, so that a
 * slip of the pen makes no new installation.
 */
export const withAdmin = async <T>(installation: Installation, work: (admin: Admin) => Promise<T>): Promise<T> =>
  withExisting(installation, async (db) => {
    // Under a running service no table changes.
    await (db.isShared ? checkMigrated(db.sql) : migrate(db.sql))
    const keyFile = new KeyFile(keyPath(installation))
    return work({
      db,
      isShared: db.isShared,
      now: () => new Date(),
      passwords: new Passwords(),
      secrets: new Secrets(keyFile),
      keyFile,
    })
  })

/** As it is, of whatever version. */
export const withExisting = async <T>(
  installation: Installation,
  work: (db: SharedDatabase) => Promise<T>,
): Promise<T> => {
  if (installation.db === undefined && !hasCluster(installation.data)) {
    throw new AdminProblem(
      `There are no data of Busbar in ${installation.data}: name their folder with --data, or start the service there once.`,
    )
  }
  const db = await openShared({ dataFolder: installation.data, url: installation.db })
  return closing(db, work).catch((error: unknown) => {
    throw db.isShared ? explainCut(error) : error
  })
}

/** Opens the database for us alone, or makes a new one. */
export const withNew = async <T>({ data, db: url }: Installation, work: (db: Database) => Promise<T>): Promise<T> =>
  closing(await openDatabase({ dataFolder: data, url }), work)

const closing = async <D extends Database, T>(db: D, work: (db: D) => Promise<T>): Promise<T> => {
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** How the administrator stands in audit records. */
export const administrator = (admin: Admin): Actor => ({
  caller: { accountId: 0, accountName: 'administrator' },
  from: 'command line',
  now: admin.now,
})
