import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Failure {
  calls: string
  error: 'EIO' | 'ENOSPC'
  /** Which call of each process fails, counted from one. */
  nth: number
}

/** Makes calls of the system fail in processes that run, by strace. */
export class FailingCalls {
  readonly #strace: ChildProcess
  /** Resolves at the first call that failed. */
  readonly happened: Promise<unknown>

  /** Why it cannot be done here; null where it can. */
  static problem(): string | null {
    if (process.getuid?.() !== 0) return 'needs root, to trace PostgreSQL'
    try {
      execFileSync('strace', ['-V'], { stdio: 'ignore' })
      return null
    } catch {
      return 'needs strace (apt install strace)'
    }
  }

  /** In these processes and in those that they start. */
  constructor(pids: readonly number[], { calls, error, nth }: Failure) {
    const whom = pids.flatMap((pid) => ['-p', String(pid)])
    const what = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}:when=${nth}`]
    this.#strace = spawn('strace', ['-f', '-qq', ...what, ...whom], { stdio: ['ignore', 'ignore', 'pipe'] })
    const { promise, resolve } = Promise.withResolvers<void>()
    this.happened = promise
    const { stderr } = this.#strace
    if (stderr !== null)
      createInterface({ input: stderr }).on('line', (line) => line.includes('(INJECTED)') && resolve())
  }

  async stop(): Promise<void> {
    if (this.#strace.exitCode !== null || this.#strace.signalCode !== null) return
    const exit = once(this.#strace, 'exit')
    this.#strace.kill('SIGTERM')
    await exit
  }
}
