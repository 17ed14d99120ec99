import type { Database } from '@busbar/database'
import { ScheduledBackups, writeBackup } from '@busbar/database/backup'
import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { Settings } from '../../settings/env.ts'
import { BackupFiles } from './backup-files.ts'
import { certificatesOf } from './certificates.ts'
import { readChangelog } from './changelog.ts'
import { DiskWatch } from './disk-watch.ts'
import { Installation, type InstallationOptions } from './installation.ts'
import type { InstallationSettings } from './installation-settings.ts'
import { moveSampleNets, sampleOrg } from './sample.sql.ts'
import { Sample, type SamplePlant } from './sample-plant.ts'

export interface CreateOptions extends Pick<InstallationOptions, 'work' | 'sendTest'> {
  db: Database
  /** Settings from flags and environment variables. */
  startSettings: Settings
  chosen: InstallationSettings
  plant: SamplePlant | null
  clock: Clock
  now: () => Date
  log: Log
  /** True if this node runs scheduled backups; the default. */
  mayBackUp?: (() => boolean) | undefined
}

/** Parts of the installation that are started and stopped. */
interface InstallationParts {
  installation: Installation
  /** Null where they are not set up. */
  backups: ScheduledBackups | null
  disk: DiskWatch
  sample: Sample
}

/** The sites of a sample organization that there is are served before its networks are dialled. */
export const createInstallation = async (options: CreateOptions): Promise<InstallationParts> => {
  const { db, startSettings, chosen, plant, clock, now, log, work, sendTest } = options
  const { sql } = db
  const folder = startSettings['backup-folder']
  const backups = folder === undefined ? null : backupsIn(folder, options)
  const disk = new DiskWatch({
    sql,
    folder: startSettings.db === undefined ? startSettings.data : null,
    clock,
    now,
    log,
  })
  const sample = new Sample({ plant, allow: (entry) => void startSettings['raw-allow'].add(entry, false) })
  const sampleId = await sampleOrg(sql)
  if (sampleId !== null) await moveSampleNets(sql, sampleId, await sample.serve(sampleId))
  const installation = new Installation({
    clock,
    settings: chosen,
    sample,
    work,
    sendTest,
    disk: () => disk.status(),
    certificates: () => certificatesOf(chosen.current),
    changelog: readChangelog,
    backups:
      backups === null || folder === undefined
        ? null
        : {
            status: () => backups.status(),
            makeNow: () => backups.makeNow(),
            files: new BackupFiles({ folder, now }),
          },
  })
  return { installation, backups, disk, sample }
}

const backupsIn = (folder: string, { db, chosen, clock, now, log, mayBackUp }: CreateOptions): ScheduledBackups => {
  const { 'backup-every': everyMs, 'backup-keep': keep } = chosen.current
  const write = (file: string, madeOn: Date): Promise<unknown> => writeBackup(db.reading.sql, file, madeOn)
  return new ScheduledBackups({
    folder,
    everyMs,
    keep,
    write,
    clock,
    now,
    log,
    ...(mayBackUp && { mayRun: mayBackUp }),
  })
}
