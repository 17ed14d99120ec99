import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Log } from '@busbar/kit/log'
import { type Account, mayReach } from './account.ts'
import { type Binaries, environment } from './binaries.ts'

/** Options common to all PostgreSQL programs. */
export interface LaunchOptions {
  binaries: Binaries
  account: Account | undefined
}

const tailMax = 4000

/**
 * How the account names a folder that it works in. Where a folder above is closed to it, the name of a process's own
 * working folder still leads there, and we may set that as root: so the data stay where the operator wants them.
 */
export const nameFor = (folder: string, account: Account | undefined): string =>
  mayReach(folder, account) ? folder : '/proc/self/cwd'

export const spawnOptions = ({ binaries, account }: LaunchOptions, cwd: string) => ({
  ...account,
  cwd,
  env: environment(binaries),
  // A group of its own: Ctrl-C reaches only the service, which flushes first.
  detached: true,
})

/** The last that a stream said. */
export class OutputTail {
  text = ''

  add(more: string): void {
    this.text = (this.text + more).slice(-tailMax)
  }
}

/** Runs a program to its end; rejects with what it said when it fails. */
export const run = async (
  launch: LaunchOptions,
  cwd: string,
  program: string,
  args: readonly string[],
): Promise<void> => {
  const child = spawn(program, args, { ...spawnOptions(launch, cwd), stdio: ['ignore', 'pipe', 'pipe'] })
  const output = new OutputTail()
  child.stderr.setEncoding('utf8').on('data', (text: string) => output.add(text))
  child.stdout.resume()
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (code !== 0) throw new Error(`${output.text} (${program} ended with ${signal ?? code})`)
}

/**
 * Takes the lines of PostgreSQL's own log. Its routine lines are debug output; lines with details of an error are left out, since they
 * may hold a whole row.
 */
export const serverLog =
  (log: Pick<Log, 'debug' | 'info'>) =>
  (line: string): void => {
    if (line.startsWith('LOG: ')) log.debug({ line }, 'PostgreSQL')
    else if (!/^(DETAIL|CONTEXT|STATEMENT|HINT|\s)/.test(line)) log.info({ line }, 'PostgreSQL')
  }
