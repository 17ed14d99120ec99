import { join } from 'node:path'
import { startEmbedded } from '../embedded/start.ts'
import { newFolder, processesIn, removeFolder } from '../embedded/testing/folder.ts'
import { migrate } from '../migrate.ts'
import { type Database, poolMax, wrap } from '../open.ts'
import { openSql } from '../sql.ts'
import { layReadyCluster } from './ready-cluster.ts'

const settings = { fsync: 'off', full_page_writes: 'off' }
/** The server is killed often and must restart quickly. */
const times = { pauseMs: 1, pauseMsMax: 1, tries: 100 }

/** A migrated database on its own server, which can be killed or stopped as a whole. */
export interface KillableDatabase {
  db: Database
  /** The server is restarted automatically. */
  kill(): void
  halt(): void
  goOn(): void
}

export const killableDatabase = async (): Promise<KillableDatabase> => {
  const folder = newFolder()
  layReadyCluster(folder)
  const server = await startEmbedded({ folder, settings, times })
  const db = wrap(openSql({ ...server.connection, max: poolMax }), server.failed)
  await migrate(db.sql)
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of processesIn(join(folder, 'postgres'))) process.kill(pid, name)
  }
  const close = async (): Promise<void> => {
    await db.close()
    await server.stop()
    await removeFolder(folder)
  }
  return {
    db: { ...db, close },
    kill: () => signal('SIGKILL'),
    halt: () => signal('SIGSTOP'),
    goOn: () => signal('SIGCONT'),
  }
}
