import { stat } from 'node:fs/promises'
import { backupTo, restoreFrom, verifyBackup } from '@busbar/cloud/admin'
import { command } from '../../command.ts'
import { requiredArg } from '../../values.ts'
import { installationFlags, installationOf } from './place.ts'

export const backup = command({
  summary: 'write all data to a file, or prove one that is there',
  about:
    'All as it was at one instant, also while the service runs. Only its owner may read the file: it holds everything, password hashes too. Secrets in it are sealed: keep secrets.key apart, without it they do not open. With --verify the file is read, restored into a PostgreSQL of its own among the temporary files, counted, and that removed.',
  flags: {
    file: { value: 'FILE', about: 'a file that is not there yet; with --verify, what "backup" wrote', isWord: true },
    verify: { about: 'prove a backup instead of writing one' },
    ...installationFlags,
  },
  async run(flags, { print, ended }) {
    const file = requiredArg('FILE', flags.file)
    if (flags.verify) {
      const { madeOn, migration, tables, rows } = await verifyBackup(file, abortedBy(ended))
      return print(
        `${file} is good: made on ${madeOn} (migration ${migration}), restored aside with ${tables} tables and ${rows} rows.`,
      )
    }
    await backupTo(installationOf(flags), file, new Date())
    print(`${file} is written, ${(await stat(file)).size} bytes.`)
  },
})

export const restore = command({
  summary: 'fill an empty installation from a backup, while no service runs on it',
  about:
    'Secrets in it open with the secrets.key of the installation that it is from: put that into the data folder before the first start.',
  flags: { file: { value: 'FILE', about: 'what "backup" wrote', isWord: true }, ...installationFlags },
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
