import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '@busbar/kit/program'
import { startEmbedded } from '../embedded/start.ts'
import { migrate } from '../migrate.ts'
import { openSql } from '../sql.ts'

/** Environment variable for the data folder to copy, which all processes of a run share. */
const variable = 'BUSBAR_TEST_CLUSTER'

/** Creates a data folder with a migrated, empty database. Its server is stopped, so that it can be copied. */
export const makeReadyCluster = async (folder: string): Promise<void> => {
  // Recycled WAL files would be copied each time.
  const server = await startEmbedded({ folder, settings: { fsync: 'off', wal_recycle: 'off' } })
  const sql = openSql({ ...server.connection, max: 1 })
  await migrate(sql)
  await sql.end()
  await server.stop()
}

/**
 * Copies the prepared cluster into a data folder, which takes a tenth of the time of creating one. Returns whether
 * there is a prepared cluster; `npm test` creates it.
 */
export const layReadyCluster = (folder: string): boolean => {
  const made = process.env[variable]
  if (made === undefined || !existsSync(made)) return false
  makeFolder(folder, 0o711)
  // Keeps the owner: if root runs the tests, the server runs as another user.
  execFileSync('cp', ['-a', join(made, 'postgres'), folder])
  return true
}
