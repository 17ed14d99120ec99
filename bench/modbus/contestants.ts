import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { startRole } from '../kit/role.ts'
import type { LibmodbusPrograms } from './libmodbus/build.ts'
import type { ClientActs, RunOptions, RunResult } from './roles/client-role.ts'
import type { ServerActs } from './roles/server-role.ts'

/** A client in a process of its own. */
export interface ClientContestant {
  name: string
  /** Requests it can have on their way at once. */
  depthMax: number
  run(options: RunOptions): Promise<RunResult>
  stop(): Promise<void>
}

/** A server in a process of its own. */
export interface ServerContestant {
  name: string
  port: number
  cpuMicros(): Promise<number>
  /** Allocated so far; null where that is not known. */
  allocatedBytes(): Promise<number | null>
  stop(): Promise<void>
}

export const clientRole = (name: string, module: string): ClientContestant => {
  const role = startRole<ClientActs>(module)
  return { name, depthMax: 16, run: (options) => role.ask('run', options), stop: () => role.stop() }
}

export const serverRole = async (name: string, module: string): Promise<ServerContestant> => {
  const role = startRole<ServerActs>(module)
  const port = await role.ask('listen')
  return {
    name,
    port,
    cpuMicros: () => role.ask('cpuMicros'),
    allocatedBytes: () => role.ask('allocatedBytes'),
    stop: () => role.stop(),
  }
}

/** Waits for each response, so more depth has no effect. */
export const libmodbusClient = ({ client }: LibmodbusPrograms): ClientContestant => ({
  name: 'libmodbus',
  depthMax: 1,
  async run({ port, runMs }) {
    const { stdout } = await promisify(execFile)(client, [`${port}`, `${runMs}`])
    const [requests = 0, seconds = 0, cpuMicros = 0] = stdout.split(' ').map(Number)
    return { requests, seconds, cpuMicros, bytes: null }
  },
  stop: () => Promise.resolve(),
})

export const libmodbusServer = async ({ server }: LibmodbusPrograms): Promise<ServerContestant> => {
  const child = spawn(server, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)
  const number = async (): Promise<number> => Number((await once(lines, 'line'))[0])
  return {
    name: 'libmodbus',
    port: await number(),
    cpuMicros() {
      child.stdin.write('?')
      return number()
    },
    allocatedBytes: () => Promise.resolve(null),
    async stop() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
