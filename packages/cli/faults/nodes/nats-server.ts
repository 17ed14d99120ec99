import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const token = 'between-nodes'

/** The `nats-server` of the system, on a port of its own. */
export class NatsServer {
  #program: ChildProcess | undefined
  port = 0

  /** `args` are its own, besides where it listens. */
  async start(...args: readonly string[]): Promise<void> {
    this.port = await freePort()
    const own = ['-a', '127.0.0.1', '-p', String(this.port)]
    this.#program = spawn('nats-server', [...own, ...(args.length > 0 ? args : ['--auth', token])], { stdio: 'ignore' })
    await reachable(this.port)
  }

  get pid(): number {
    return this.#program?.pid ?? 0
  }

  /** For whoever comes by this port, or another that leads there. */
  urlAt(port = this.port): string {
    return `nats://${token}@127.0.0.1:${port}`
  }

  stop(): void {
    this.#program?.kill('SIGTERM')
  }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const reachable = async (port: number): Promise<void> => {
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
  throw new Error('nats-server did not start')
}
