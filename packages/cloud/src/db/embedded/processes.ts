import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'

/** A process id may have been reused by now: it is ours if it is a PostgreSQL server that works in our folder. */
export const isServerOf = (pid: number, data: string): boolean => {
  const [program = '', ...args] = commandIn(pid, data)
  return basename(program) === 'postgres' && args.includes('-D')
}

/** Those that a server in the folder has, or had. They write what they do over their command line. */
const childrenOf = (data: string, what = ''): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => commandIn(pid, data)[0]?.startsWith(`postgres: ${what}`))

/**
 * Of a server that is gone: they notice when they are next idle, and one that was halted never does. They hold its memory, and a new one
 * would not start.
 */
export const killChildren = (data: string): void => {
  for (const pid of childrenOf(data)) signalTo(pid, 'SIGKILL')
}

export const signalTo = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone meanwhile.
  }
}

/** Processor time that the recovery has used, in ticks; null when there is none at work. */
export const recoveryWork = (data: string): number | null => {
  const [pid] = childrenOf(data, 'startup')
  if (pid === undefined) return null
  try {
    // The name before them may hold spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return null
  }
}

/** The command line of a process that works in the folder. */
const commandIn = (pid: number, data: string): string[] => {
  if (!Number.isInteger(pid) || pid <= 0) return []
  try {
    const [processFolder, dataFolder] = [statSync(`/proc/${pid}/cwd`), statSync(data)]
    if (processFolder.ino !== dataFolder.ino || processFolder.dev !== dataFolder.dev) return []
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}
