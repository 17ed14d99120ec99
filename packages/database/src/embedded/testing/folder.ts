import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@busbar/kit/testing'

/** A new private folder, also closed to the server's account when root runs the tests. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'busbar-embedded-'))

/** Processes whose working folder is this one or below it. */
export const processesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && cwdOf(name).startsWith(folder))
    .map(Number)

export const commandOf = (pid: number): string => read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))

const cwdOf = (pid: string): string => read(() => readlinkSync(`/proc/${pid}/cwd`))

const read = (get: () => string): string => {
  try {
    return get()
  } catch {
    return ''
  }
}

/** Deletes the folder when no process runs in it. */
export const removeFolder = async (folder: string): Promise<void> => {
  await until(() => processesIn(folder).length === 0, `nothing runs in ${folder}`)
  rmSync(folder, { recursive: true, force: true })
}
