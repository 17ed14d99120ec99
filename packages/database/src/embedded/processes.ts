import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { isOutOfFiles } from '../unavailable.ts'

/**
 * Returns whether the process is a PostgreSQL server in our folder, because its ID may have been reused. Throws if no
 * file can be opened.
 */
export const isServerOf = (pid: number, data: string): boolean => {
  const [program = '', ...args] = commandIn(pid, data)
  return basename(program) === 'postgres' && args.includes('-D')
}

/** Processes of a server in the folder, running or left over. PostgreSQL writes their role over their command line. */
const childrenOf = (data: string, what = ''): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => commandIn(pid, data)[0]?.startsWith(`postgres: ${what}`))

/**
 * Kills processes that a terminated server left behind. They notice its end only when they are idle, and a stopped one
 * never does. They hold its shared memory, so a new server would not start.
 */
export const killChildren = (data: string): void => {
  try {
    for (const pid of childrenOf(data)) signalTo(pid, 'SIGKILL')
  } catch (error) {
    // The next start detects remaining child processes by their shared memory, and is retried.
    if (!isOutOfFiles(error)) throw error
  }
}

export const signalTo = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended.
  }
}

/** CPU time of the recovery in ticks; null if no process is recovering; `unknown` if no file can be opened. */
export const recoveryWork = (data: string): number | null | 'unknown' => {
  try {
    const [pid] = childrenOf(data, 'startup')
    if (pid === undefined) return null
    // The name before them may contain spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch (error) {
    return isOutOfFiles(error) ? 'unknown' : null
  }
}

/** Command line of a process in the folder. */
const commandIn = (pid: number, data: string): string[] => {
  if (!Number.isInteger(pid) || pid <= 0) return []
  try {
    const [processFolder, dataFolder] = [statSync(`/proc/${pid}/cwd`), statSync(data)]
    if (processFolder.ino !== dataFolder.ino || processFolder.dev !== dataFolder.dev) return []
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch (error) {
    if (isOutOfFiles(error)) throw error
    return []
  }
}
