import { closeSync, fchownSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { superuser } from './cluster.ts'
import { type LaunchOptions, nameFor } from './program.ts'

const shared = 'nobody'
const othersWrite = 0o2
const sticky = 0o1000
const files = { hba: 'busbar_hba.conf', ident: 'busbar_ident.conf' }

/** Users who may connect to our server. */
export interface AllowedUsers {
  /** Users of this machine, by name; null where ours has none, and the modes of folder and socket alone keep others out. */
  names: readonly string[] | null
  /** The user that the server runs as. */
  runsAs: string
}

/**
 * Returns the user of the service, root, and the owner of the data. A service that root runs under the account `nobody` does
 * not let in other programs of that account, which are unrelated.
 */
export const allowedUsers = ({ account }: Pick<LaunchOptions, 'account'>): AllowedUsers => {
  const own = nameOf(process.getuid?.() ?? 0)
  const owner = account === undefined ? own : nameOf(account.uid)
  const invited = [own, nameOf(0) ?? 'root', owner === shared ? null : owner]
  const names = new Set(invited.filter((name) => name !== null))
  const runsAs = owner ?? String(account?.uid ?? process.getuid?.())
  return { names: own === null ? null : [...names], runsAs }
}

/** The system asks more than /etc/passwd, and PostgreSQL asks the system; for others than ourselves the file must do. */
const nameOf = (uid: number): string | null => {
  try {
    if (uid === process.getuid?.()) return userInfo().username
  } catch {
    return null
  }
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , number]) => number === String(uid))
  return entry?.[0] ?? null
}

/** Written on every start, so that an update closes the doors of clusters that exist. Gives the settings that name the files. */
export const writeAccessFiles = (
  { account }: LaunchOptions,
  data: string,
  { names }: AllowedUsers,
): Record<string, string> => {
  const method = names === null ? 'trust' : 'peer map=busbar'
  write(data, files.hba, [`local all ${superuser} ${method}`])
  write(
    data,
    files.ident,
    (names ?? []).map((name) => `busbar "${name}" ${superuser}`),
  )
  const folder = nameFor(data, account)
  return { hba_file: join(folder, files.hba), ident_file: join(folder, files.ident) }
}

/** Made new, never through a link: the folder may be that of another user, and we may be root. */
const write = (data: string, name: string, lines: readonly string[]): void => {
  const path = join(data, name)
  rmSync(path, { force: true })
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, lines.map((line) => `${line}\n`).join(''))
    const { uid, gid } = statSync(data)
    if (process.getuid?.() === 0) fchownSync(file, uid, gid)
  } finally {
    closeSync(file)
  }
}

/** Returns log lines on the access rules in force, with recommendations. */
export const describeAccess = ({ names, runsAs }: AllowedUsers, folder: string): string[] => {
  const summary =
    names === null
      ? `PostgreSQL runs as user ${runsAs}, who has no name on this machine: only processes of that user, and root, reach its socket.`
      : `PostgreSQL runs as ${runsAs} and lets in only processes of ${names.join(' and ')}, over its socket.`
  const may = names?.includes(shared) ? 'connect to it and read its files' : 'not connect to it, but read its files'
  const advice = `Other programs that run as ${shared} can ${may}: give it a user of its own (useradd --system busbar).`
  const others = statSync(folder).mode & (othersWrite | sticky)
  return [
    runsAs === shared ? `${summary} ${advice}` : summary,
    ...(others === othersWrite ? [`Everybody may rename what is in ${folder}: close it (chmod o-w).`] : []),
  ]
}
