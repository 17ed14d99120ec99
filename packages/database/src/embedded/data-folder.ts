import { realpathSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConnectionOptions } from '../client/connection.ts'
import { superuser } from './cluster.ts'
import { socketPort } from './orphan.ts'
import { socketIn } from './start.ts'

export interface RunningServer {
  connection: ConnectionOptions
  close(): void
}

/** Connection options for the server that another process runs in the folder. */
export const runningServer = (dataFolder: string): RunningServer => {
  const socket = socketIn(join(realpathSync(dataFolder), 'postgres'))
  return {
    connection: { servers: [{ host: socket.folder, port: socketPort }], user: superuser, database: 'postgres' },
    close: () => socket.close(),
  }
}

/** Returns whether the folder has a cluster; true if access is denied. */
export const hasCluster = (dataFolder: string): boolean => {
  try {
    return statSync(join(dataFolder, 'postgres', 'PG_VERSION')).isFile()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return !['ENOENT', 'ENOTDIR'].includes(code)
  }
}

/** PostgreSQL extends files in steps of up to this size. */
const bytesMin = 1 << 20

/** Returns whether the data folder's disk is full; false if the system does not report it. */
export const isDiskFull = async (folder: string): Promise<boolean> => {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < bytesMin
  } catch {
    return false
  }
}
