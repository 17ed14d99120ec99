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
  /** User names of this machine; null if our user has none, and only file modes restrict access. */
  names: readonly string[] | null
  /** User under which the server runs. */
  runsAs: string
}

/**
 * Returns the user of the service, root, and the owner of the data. If root runs the server as `nobody`, other programs
 * of that account are unrelated and not included.
 */
export const allowedUsers = ({ account }: Pick<LaunchOptions, 'account'>): AllowedUsers => {
  const own = nameOf(process.getuid?.() ?? 0)
  const owner = account === undefined ? own : nameOf(account.uid)
  const invited = [own, nameOf(0) ?? 'root', owner === shared ? null : owner]
  const names = new Set(invited.filter((name) => name !== null))
  const runsAs = owner ?? String(account?.uid ?? process.getuid?.())
  return { names: own === null ? null : [...names], runsAs }
}

/**
 * PostgreSQL resolves user names through the system, which may have more than /etc/passwd; for other users this file
 * must suffice.
 */
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

/**
 * Writes the access files at every start, so that updates also restrict existing clusters. Returns the settings that
 * name the files.
 */
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

/** Replaces the file without following links: the folder may belong to another user, and we may be root. */
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
      ? `PostgreSQL runs as user ${runsAs}, which has no name on this machine: only processes of that user, and root, can access its socket.`
      : `PostgreSQL runs as ${runsAs} and accepts only processes of ${names.join(' and ')}, over its socket.`
  const may = names?.includes(shared) ? 'connect to it and read its files' : 'not connect to it, but read its files'
  const advice = `Other programs that run as ${shared} can ${may}: run it as a separate user (useradd --system busbar).`
  const others = statSync(folder).mode & (othersWrite | sticky)
  return [
    runsAs === shared ? `${summary} ${advice}` : summary,
    ...(others === othersWrite ? [`All users can rename files in ${folder}: restrict it (chmod o-w).`] : []),
  ]
}
