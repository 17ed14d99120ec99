import { readdirSync, readFileSync } from 'node:fs'
import { isOutOfFiles } from '@busbar/database/health'
import { type Clock, Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'

/** File descriptors reserved for the database, files and outgoing connections. */
const reserved = 256
const checkMs = 10_000
const quietMs = 60_000
const fullShare = 0.9

/** How many files may be open, sockets among them; null where the system does not say. */
export const openFilesMax = (read = (): string => readFileSync('/proc/self/limits', 'utf8')): number | null => {
  try {
    const soft = Number(/^Max open files\s+(\d+)/m.exec(read())?.[1])
    return Number.isFinite(soft) ? soft : null
  } catch {
    return null
  }
}

/** The number of open files; infinite when not even their list can be opened, null where the system does not report it. */
export const openFiles = (): number | null => {
  try {
    return readdirSync('/proc/self/fd').length
  } catch (error) {
    return isOutOfFiles(error) ? Number.POSITIVE_INFINITY : null
  }
}

/** How many connections may come in, so that together they leave a quarter, and some, for the rest. */
export const connectionLimits = (filesMax: number | null, callersMax: number): { http: number; callBack: number } => {
  const free = Math.max(64, (filesMax ?? Number.POSITIVE_INFINITY) - reserved)
  return { http: Math.min(4096, Math.floor(free / 4)), callBack: Math.min(callersMax, Math.floor(free / 2)) }
}

interface WatchOptions {
  clock: Clock
  log: Pick<Log, 'warn'>
  filesMax: number | null
  count?: () => number | null
}

/** Logs a warning when hardly any descriptor is left: the system closes new connections then, without a message. */
export const watchOpenFiles = ({ clock, log, filesMax, count = openFiles }: WatchOptions): Periodic => {
  let warnedAt = Number.NEGATIVE_INFINITY
  const check = (): void => {
    const open = count()
    if (open === null || filesMax === null || open < filesMax * fullShare || clock.now() - warnedAt < quietMs) return
    warnedAt = clock.now()
    log.warn({ open: Math.min(open, filesMax), filesMax }, 'almost no file descriptors are left')
  }
  return new Periodic({
    name: 'open files',
    clock,
    everyMs: checkMs,
    work: check,
    onError: (error) => log.warn({ err: error }, 'counting open files failed'),
  })
}
