import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@busbar/kit/testing'

const token = 'between-nodes'

interface NatsServerOptions {
  /** Further arguments of its command line. */
  args?: readonly string[]
  /** The URL up to the port. */
  origin?: string
}

/** The `nats-server` of the system, on a port of its own. */
export class NatsServer {
  readonly #args: readonly string[]
  readonly #origin: string
  #program: ChildProcess | undefined
  port = 0

  constructor({ args = ['--auth', token], origin = `nats://${token}@127.0.0.1` }: NatsServerOptions = {}) {
    this.#args = args
    this.#origin = origin
  }

  async start(): Promise<void> {
    this.port = await freePort()
    const own = ['-a', '127.0.0.1', '-p', String(this.port)]
    this.#program = spawn('nats-server', [...own, ...this.#args], { stdio: 'ignore' })
    await reachable(this.port)
  }

  get pid(): number {
    return this.#program?.pid ?? 0
  }

  /** For connections by this port, or another that leads there. */
  urlAt(port = this.port): string {
    return `${this.#origin}:${port}`
  }

  stop(): void {
    this.#program?.kill('SIGTERM')
  }
}

/** Resolves when a program listens there. */
export const reachable = async (port: number): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await sleep(50)
  }
  throw new Error(`nobody listens at port ${port}`)
}
