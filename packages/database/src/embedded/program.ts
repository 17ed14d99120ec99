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
 * Path of a working folder for the account. If a parent folder is closed to it, /proc/self/cwd still leads there, and
 * root may set the working folder. So the data stay where the operator wants them.
 */
export const nameFor = (folder: string, account: Account | undefined): string =>
  mayReach(folder, account) ? folder : '/proc/self/cwd'

export const spawnOptions = ({ binaries, account }: LaunchOptions, cwd: string) => ({
  ...account,
  cwd,
  env: environment(binaries),
  // A separate process group: Ctrl-C reaches only the service, which flushes first.
  detached: true,
})

/** Keeps the end of a stream's output. */
export class OutputTail {
  text = ''

  add(more: string): void {
    this.text = (this.text + more).slice(-tailMax)
  }
}

/** Runs a program; rejects with its output if it fails. */
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
 * Logs PostgreSQL's own log lines. Routine lines become debug output; details of errors are dropped, because they may
 * contain a whole row.
 */
export const serverLog =
  (log: Pick<Log, 'debug' | 'info'>) =>
  (line: string): void => {
    if (line.startsWith('LOG: ')) log.debug({ line }, 'PostgreSQL')
    else if (!/^(DETAIL|CONTEXT|STATEMENT|HINT|\s)/.test(line)) log.info({ line }, 'PostgreSQL')
  }
