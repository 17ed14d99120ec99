import type { ScheduledBackups } from '@busbar/database/backup'
import { type Metric, one } from '../../fields/metrics-text.ts'

type Backups = Pick<ScheduledBackups, 'status'> | null

/** How backups by the clock are doing; nothing where they are not set up. */
export const backupMetrics = (backups: Backups): Metric[] => {
  if (backups === null) return []
  const { lastOn, lastBytes, failures, failing } = backups.status()
  return [
    one(
      'busbar_backup_last_success_timestamp_seconds',
      'gauge',
      'When the last backup was made, since 1970; 0: never.',
      (lastOn ?? 0) / 1000,
    ),
    one('busbar_backup_last_bytes', 'gauge', 'How large the last one of this process is.', lastBytes),
    one('busbar_backup_failing', 'gauge', 'Whether the last try failed.', failing === null ? 0 : 1),
    one('busbar_backup_failures_total', 'counter', 'Backups that were not made.', failures),
  ]
}

/** For /readyz, as a note: the service does its work all the same. */
export const backupNotes = (backups: Backups): Record<string, string> => {
  const failing = backups?.status().failing ?? null
  return failing === null ? {} : { backup: `The last backup failed: ${failing}` }
}
