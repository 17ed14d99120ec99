import { stat } from 'node:fs/promises'
import { backupTo, restoreFrom, verifyBackup } from '@busbar/cloud/admin'
import { command } from '../../command.ts'
import { requiredArg } from '../../values.ts'
import { installationFlags, installationOf } from './place.ts'

export const backup = command({
  summary: 'write a backup of all data, or verify one',
  about:
    'Writes a consistent snapshot, also while the service runs. Only the owner of the file can read it: it contains all data, including password hashes. Secrets in it are encrypted: store secrets.key separately, because they cannot be decrypted without it. With --verify, the file is restored into a temporary PostgreSQL and its rows are counted.',
  flags: {
    file: { value: 'FILE', about: 'a file that does not exist yet; with --verify, an existing backup', isWord: true },
    verify: { about: 'verify a backup instead of writing one' },
    ...installationFlags,
  },
  async run(flags, { print, ended }) {
    const file = requiredArg('FILE', flags.file)
    if (flags.verify) {
      const { madeOn, migration, tables, rows } = await verifyBackup(file, abortedBy(ended))
      return print(
        `${file} is valid: created on ${madeOn} (migration ${migration}), restored to a temporary database with ${tables} tables and ${rows} rows.`,
      )
    }
    await backupTo(installationOf(flags), file, new Date())
    print(`${file} is written, ${(await stat(file)).size} bytes.`)
  },
})

export const restore = command({
  summary: 'restore a backup into an empty installation, while its service is stopped',
  about:
    'Secrets in it require the secrets.key of the original installation: copy it into the data folder before the first start.',
  flags: { file: { value: 'FILE', about: 'a file written by "backup"', isWord: true }, ...installationFlags },
  async run(flags, { print, ended }) {
    const file = requiredArg('FILE', flags.file)
    await restoreFrom(installationOf(flags), file, abortedBy(ended))
    print(`${file} is restored.`)
  },
})

const abortedBy = (ended: Promise<void>): AbortSignal => {
  const controller = new AbortController()
  void ended.then(() => controller.abort())
  return controller.signal
}
