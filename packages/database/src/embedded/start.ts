import { closeSync, openSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '@busbar/kit/program'
import type { ConnectionOptions } from '../client/connection.ts'
import { accountFor } from './account.ts'
import { allowedUsers, describeAccess, writeAccessFiles } from './allowed-users.ts'
import { findBinaries, packageFolder } from './binaries.ts'
import { ensureCluster, superuser } from './cluster.ts'
import { reachableBinaries } from './copy.ts'
import { explain } from './explain.ts'
import { lockFolder } from './lock.ts'
import { clearOrphan, socketName, socketPort } from './orphan.ts'
import type { ServerOptions } from './server.ts'
import { type SupervisedServer, startFirst, supervise } from './supervise.ts'
import { type ServerTimeouts, usualTimes } from './times.ts'

export interface EmbeddedOptions {
  /** Data folder of the service; created if it does not exist. */
  folder: string
  /** Receives the lines of the server's log. */
  log?: (line: string) => void
  /** Overrides of our settings. */
  settings?: Readonly<Record<string, string>>
  /** Folder of the package with the binaries; npm's location by default. */
  package?: string
  /** Overrides of the server's time limits. */
  times?: Partial<ServerTimeouts>
  /** Called when the start has to wait for another process. */
  onWait?: () => void
}

export interface EmbeddedServer extends SupervisedServer {
  connection: ConnectionOptions
}

/** Longest socket path on Linux. */
const socketPathBytesMax = 107

/**
 * Starts the PostgreSQL of the npm package, with all its files and its socket in `folder`/postgres. It stops when this
 * process ends for any reason, and is restarted when it ends before.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedServer> => {
  try {
    makeFolder(options.folder, folderMode())
    const folder = realpathSync(options.folder)
    const lock = lockFolder(folder)
    try {
      const server = await prepare(folder, options)
      const starting = startFirst(server)
      options.onWait?.()
      const first = await starting
      const socket = socketIn(server.data)
      const supervised = supervise(server, first, join(socket.folder, socketName))
      const stop = async (): Promise<void> => {
        try {
          await supervised.stop()
        } finally {
          socket.close()
          lock.release()
        }
      }
      let stopped: Promise<void> | undefined
      return {
        connection: { servers: [{ host: socket.folder, port: socketPort }], user: superuser, database: 'postgres' },
        failed: supervised.failed,
        stop: () => (stopped ??= stop()),
      }
    } catch (error) {
      lock.release()
      throw error
    }
  } catch (error) {
    throw explain(error, options.folder)
  }
}

const prepare = async (folder: string, options: EmbeddedOptions): Promise<ServerOptions> => {
  const data = join(folder, 'postgres')
  const account = accountFor(data)
  const installed = findBinaries(options.package ?? packageFolder())
  const launch = { account, binaries: await reachableBinaries(installed, account, [folder]) }
  const times = { ...usualTimes, ...options.times }
  await clearOrphan(data, times)
  await ensureCluster(launch, data, options.onWait)
  const { log = () => {} } = options
  const users = allowedUsers(launch)
  const files = writeAccessFiles(launch, data, users)
  for (const line of describeAccess(users, folder)) log(line)
  return { ...launch, data, settings: { ...options.settings, ...files }, times, log }
}

/**
 * Mode of a new folder: private, except that the account under which root runs the server must be able to traverse it.
 */
const folderMode = (): number => (process.getuid?.() === 0 ? 0o711 : 0o700)

/** The server binds to a relative path. If the full path is too long for us, an open folder provides a shorter one. */
export const socketIn = (data: string): { folder: string; close(): void } => {
  if (Buffer.byteLength(join(data, socketName)) <= socketPathBytesMax) return { folder: data, close() {} }
  const opened = openSync(data, 'r')
  return { folder: `/proc/self/fd/${opened}`, close: () => closeSync(opened) }
}
