import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { type Clock, Periodic } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'

const acceptMs = 5000

export interface ServiceManagerOptions {
  /** How long it waits for a sign of life; null where it does not wait. */
  readonly watchdogMs: number | null
  readonly notify: (state: 'READY=1' | 'WATCHDOG=1' | 'STOPPING=1') => Promise<void>
  /** Returns why the gateway is not working; undefined while it is. */
  readonly problem: () => Promise<string | undefined>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn' | 'error'>
}

/**
 * Notifies systemd of the start and then regularly that the gateway works: the bus moves and the API accepts
 * connections. When the notifications stop, systemd restarts the program, and the next start reports the cause.
 */
export class ServiceManager {
  readonly #options: ServiceManagerOptions
  /** Null where systemd does not wait for a sign of life. */
  readonly #signs: Periodic | null

  constructor(options: ServiceManagerOptions) {
    this.#options = options
    const { watchdogMs, clock, log } = options
    this.#signs =
      watchdogMs === null
        ? null
        : new Periodic({
            name: 'watchdog',
            clock,
            // Notifies three times per timeout, so that one delay is harmless.
            everyMs: watchdogMs / 3,
            work: () => this.#live(),
            onError: (error) => log.error({ err: error }, 'gateway could not be checked: systemd is not notified'),
          })
  }

  async start(): Promise<void> {
    await this.#notify('READY=1')
    this.#signs?.start()
  }

  async stop(): Promise<void> {
    const stopped = this.#signs?.stop()
    await this.#notify('STOPPING=1')
    await stopped
  }

  async #live(): Promise<void> {
    const problem = await this.#options.problem()
    if (problem === undefined) await this.#notify('WATCHDOG=1')
    else this.#options.log.error({ problem }, 'gateway is not working: systemd watchdog is not notified')
  }

  async #notify(state: Parameters<ServiceManagerOptions['notify']>[0]): Promise<void> {
    await this.#options
      .notify(state)
      .catch((error: unknown) => this.#options.log.warn({ err: error, state }, 'systemd could not be notified'))
  }
}

const run = promisify(execFile)

/**
 * Returns undefined when no service manager started the program. Node cannot open the type of socket that systemd uses,
 * so systemd's own program sends the notifications.
 */
export const systemd = (env: NodeJS.ProcessEnv): Pick<ServiceManagerOptions, 'watchdogMs' | 'notify'> | undefined => {
  if (env['NOTIFY_SOCKET'] === undefined) return undefined
  const microseconds = Number(env['WATCHDOG_USEC'])
  return {
    watchdogMs: microseconds > 0 ? microseconds / 1000 : null,
    notify: async (state) => void (await run('systemd-notify', [state], { timeout: acceptMs })),
  }
}

/** Does the API take connections? */
export const isAccepting = (url: string): Promise<boolean> =>
  new Promise((answer) => {
    const { hostname, port } = new URL(url)
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    const socket = connect({ host, port: Number(port) || 80, timeout: acceptMs })
    const end = (isAccepted: boolean) => (): void => {
      socket.destroy()
      answer(isAccepted)
    }
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false))
  })
