import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseProblem } from '../problem.ts'

/** No port of the network: a part of the socket's name. */
export const socketPort = 5432
export const socketName = `.s.PGSQL.${socketPort}`

const stopMs = 30_000
const pollMs = 5

/** Only for him who holds the lock of the folder: ends a server that a killed service left, and clears up behind it. */
export const clearOrphan = async (data: string): Promise<void> => {
  const pid = Number(pidFileLines(data)[0])
  if (isServerOf(pid, data)) await end(pid, data)
  // Children of a server that was killed notice it when they are next idle; a long query would keep us waiting.
  for (const child of readdirSync('/proc').map(Number)) if (isChildOf(child, data)) signalServer(child, 'SIGQUIT')
  // PostgreSQL believes these when any process has the number, so they must go. It still finds children that are left,
  // by their shared memory, whose key is the folder's inode.
  for (const name of ['postmaster.pid', socketName, `${socketName}.lock`]) rmSync(join(data, name), { force: true })
}

export const pidFileLines = (data: string): string[] => {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** A number may belong to anybody by now: it is ours if it is a PostgreSQL server that works in our folder. */
export const isServerOf = (pid: number, data: string): boolean => {
  const [program = '', ...args] = commandIn(pid, data)
  return basename(program) === 'postgres' && args.includes('-D')
}

/** They write what they do over their command line. */
const isChildOf = (pid: number, data: string): boolean => commandIn(pid, data)[0]?.startsWith('postgres: ') ?? false

/** The command line of a process that works in the folder. */
const commandIn = (pid: number, data: string): string[] => {
  if (!Number.isInteger(pid) || pid <= 0) return []
  try {
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(data)]
    if (theirs.ino !== ours.ino || theirs.dev !== ours.dev) return []
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** Its watchdog has told it already as a rule; telling it again does no harm. */
const end = async (pid: number, data: string): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalServer(pid, signal)
    for (const deadline = performance.now() + stopMs; performance.now() < deadline; await sleep(pollMs)) {
      if (!isServerOf(pid, data)) return
    }
  }
  throw new DatabaseProblem(`PostgreSQL (process ${pid}) is left over in ${data} and does not stop: end it.`)
}

const signalServer = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone meanwhile.
  }
}
