import { readFileSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseProblem } from '../problem.ts'

export interface Account {
  uid: number
  gid: number
}

/**
 * Preferred accounts, in order. initdb requires a user name, so an account without an entry in /etc/passwd is
 * unsuitable.
 */
const names = ['busbar', 'nobody']

/**
 * PostgreSQL refuses to run as root, so root runs it under an unprivileged account: the owner of the data, the owner of
 * its folder, or the first existing of `names`. Other users run it under their own account: undefined.
 */
export const accountFor = (data: string): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const [dataStats, folderStats] = [data, dirname(data)].map((path) => statSync(path, { throwIfNoEntry: false }))
  if (dataStats !== undefined && dataStats.uid !== 0) return { uid: dataStats.uid, gid: dataStats.gid }
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
  const owner = entries.filter(({ uid }) => uid !== 0 && uid === folderStats?.uid)
  const preferred = names.flatMap((wanted) => entries.filter(({ name }) => name === wanted))
  const [chosen] = [...owner, ...preferred]
  if (chosen !== undefined) return { uid: chosen.uid, gid: chosen.gid }
  throw new DatabaseProblem(
    `PostgreSQL does not run as root, and there is no user ${names.join(' or ')} to run it: ` +
      'add one (useradd --system busbar), start Busbar as an ordinary user, or set DATABASE_URL.',
  )
}

/** Returns whether the account can access `path` through all parent folders. */
export const mayReach = (path: string, account: Account | undefined): boolean =>
  account === undefined ||
  (isPermitted(statSync(path), account, 0o1) && (dirname(path) === path || mayReach(dirname(path), account)))

export const mayRead = (path: string, account: Account | undefined): boolean =>
  account === undefined || isPermitted(statSync(path), account, 0o4)

const isPermitted = ({ mode, uid, gid }: Stats, account: Account, permission: number): boolean => {
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return (mode & (permission << shift)) !== 0
}
