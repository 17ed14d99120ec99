import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '@busbar/kit/program'
import { startEmbedded } from '../embedded/start.ts'
import { migrate } from '../migrate.ts'
import { openSql } from '../sql.ts'

/** Names the data folder that is copied; the processes of one run have it in common. */
const variable = 'BUSBAR_TEST_CLUSTER'

/** A data folder whose database has our schema and no rows. Its server is stopped, so that it can be copied. */
export const makeReadyCluster = async (folder: string): Promise<void> => {
  // Log files that are done with would be kept for later, and copied each time.
  const server = await startEmbedded({ folder, settings: { fsync: 'off', wal_recycle: 'off' } })
  const sql = openSql({ ...server.connection, max: 1 })
  await migrate(sql)
  await sql.end()
  await server.stop()
}

/**
 * Puts a copy into a data folder before a program starts there, which then finds it and need not make one: a tenth of the work. Whether there was
 * one to copy; `npm test` makes it.
 */
export const layReadyCluster = (folder: string): boolean => {
  const made = process.env[variable]
  if (made === undefined || !existsSync(made)) return false
  makeFolder(folder, 0o711)
  // Keeps the owner: if root runs the tests, the server runs as another user.
  execFileSync('cp', ['-a', join(made, 'postgres'), folder])
  return true
}
