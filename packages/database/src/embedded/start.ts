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
  /** The service's data folder; made when it is not there. */
  folder: string
  /** Hears what the server writes to its log. */
  log?: (line: string) => void
  /** Changes to our settings. */
  settings?: Readonly<Record<string, string>>
  /** Folder of the package with the binaries; npm's location by default. */
  package?: string
  /** Changes to how long the server is given. */
  times?: Partial<ServerTimeouts>
  /** Called when another program is at work, and this one would only wait. */
  onWait?: () => void
}

export interface EmbeddedServer extends SupervisedServer {
  connection: ConnectionOptions
}

/** Linux keeps no longer name for a socket. */
const socketPathBytesMax = 107

/**
 * Starts the PostgreSQL that npm brought, with all its files in `folder`/postgres, its socket too. It belongs to this
 * process: it ends when this one ends, however that happens, and is started again when it ends before.
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

/** The server binds by a relative name. Where the full one is too long for us, an open folder leads there. */
export const socketIn = (data: string): { folder: string; close(): void } => {
  if (Buffer.byteLength(join(data, socketName)) <= socketPathBytesMax) return { folder: data, close() {} }
  const opened = openSync(data, 'r')
  return { folder: `/proc/self/fd/${opened}`, close: () => closeSync(opened) }
}
