import { type Admin, type Installation, withAdmin } from '@busbar/cloud/admin'
import { settings } from '@busbar/cloud/env'
import { integerOf } from '../../values.ts'
import { settingsOf } from '../cloud.ts'
import { secretFileFlag } from '../secret-file.ts'

/** Which installation is meant; every command of the administrator takes these. */
export const installationFlags = {
  data: { value: 'DIR', about: settings.data.about },
  db: { value: 'URL', about: settings.db.about },
  'db-file': secretFileFlag('db'),
  'secrets-key-file': { value: 'FILE', about: settings['secrets-key-file'].about },
} as const

interface InstallationFlags {
  data?: string
  db?: string
  'db-file'?: string
  'secrets-key-file'?: string
}

export const installationOf = ({
  data,
  db,
  'db-file': dbFile,
  'secrets-key-file': keyFile,
}: InstallationFlags): Installation => settingsOf({ data, db, 'db-file': dbFile, 'secrets-key-file': keyFile })

/** Does a piece of work on the installation's database. */
export const admin = <T>(flags: InstallationFlags, work: (admin: Admin) => Promise<T>): Promise<T> =>
  withAdmin(installationOf(flags), work)

const most = 1_000_000

/** A number of things at most, or `none` for no limit. */
export const limitOf = (flag: string, text: string): number | null =>
  text === 'none' ? null : integerOf(flag, text, 0, most)

export const orgIdOf = (text: string): number => integerOf('org', text, 1, Number.MAX_SAFE_INTEGER)
