import { readdirSync, readlinkSync } from 'node:fs'

/** Processes that work in a folder or below it, as all of a PostgreSQL do in their data folder. */
export const processesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && `${workingFolder(pid)}/`.startsWith(`${folder}/`))

export const killAllIn = (folder: string): void => {
  for (const pid of processesIn(folder)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // Gone meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

const workingFolder = (pid: number): string => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}
