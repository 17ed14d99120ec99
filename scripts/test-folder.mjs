// The folder for temporary files of a run of tests, removed when the run ends.
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** A run has some 3 GB at once, databases most of all. */
const roomBytes = 6e9
const prefix = 'busbar-tests-'

/**
 * A database is made and removed in memory with a tenth of the work. Not where it has no room, as in most containers, or where nothing may be
 * run in it.
 */
const parent = () => {
  try {
    const [, options = 'noexec'] =
      new RegExp(`^\\S+ ${memory} \\S+ (\\S+)`, 'm').exec(readFileSync('/proc/mounts', 'utf8')) ?? []
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > roomBytes && !options.split(',').includes('noexec') ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Files of other users, or that are still being written, are left to a later run. */
const remove = (folder) => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {}
}

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Removes the files of interrupted runs. */
const sweep = () => {
  for (const path of globSync([memory, tmpdir()].map((within) => join(within, `${prefix}*-*`)))) {
    const [, pid = process.pid] = new RegExp(`${prefix}(\\d+)-`).exec(path) ?? []
    if (!isAlive(Number(pid))) remove(path)
  }
}

export const makeTestFolder = () => {
  sweep()
  const folder = mkdtempSync(join(parent(), `${prefix}${process.pid}-`))
  // As the system's own: servers of tests that root runs are another user's.
  chmodSync(folder, 0o1777)
  process.once('exit', () => remove(folder))
  return folder
}
