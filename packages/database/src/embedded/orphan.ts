import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseProblem } from '../problem.ts'
import { isServerOf, killChildren, signalTo } from './processes.ts'
import type { ServerTimeouts } from './times.ts'

/** Part of the socket's name, not a network port. */
export const socketPort = 5432
export const socketName = `.s.PGSQL.${socketPort}`

const pollMs = 5

type StopTimes = Pick<ServerTimeouts, 'fastMs' | 'immediateMs' | 'killMs'>

/** Stops a server that a killed service left behind, and cleans up. The caller must hold the lock of the folder. */
export const clearOrphan = async (data: string, times: StopTimes): Promise<void> => {
  const pid = Number(pidFileLines(data)[0])
  if (isServerOf(pid, data)) await end(pid, data, times)
  killChildren(data)
  // PostgreSQL trusts these files if any process has that pid, so they must be deleted. It still detects remaining child
  // processes: the key of their shared memory is the folder's inode.
  for (const name of ['postmaster.pid', socketName, `${socketName}.lock`]) rmSync(join(data, name), { force: true })
}

export const pidFileLines = (data: string): string[] => {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** The watchdog has usually requested this already; a second request does no harm. */
const end = async (pid: number, data: string, { fastMs, immediateMs, killMs }: StopTimes): Promise<void> => {
  for (const [signal, ms] of [
    ['SIGINT', fastMs],
    ['SIGQUIT', immediateMs],
    ['SIGKILL', killMs],
  ] as const) {
    signalTo(pid, signal)
    for (const deadline = performance.now() + ms; performance.now() < deadline; await sleep(pollMs)) {
      if (!isServerOf(pid, data)) return
    }
  }
  throw new DatabaseProblem(`PostgreSQL (process ${pid}) is left over in ${data} and does not stop: kill it.`)
}
