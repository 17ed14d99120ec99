export type { BackupFacts } from './check.ts'
export { checkFile, writeBackup } from './file.ts'
export { restore } from './restore.ts'
export { backupName, ScheduledBackups, type ScheduledStatus } from './scheduled.ts'
