import { dirname } from 'node:path'
import { start } from '../../../src/testing/program.ts'
import { CitusServers } from '../../citus/citus-servers.ts'
import { PostgresPair } from '../../postgres-pair.ts'
import { processesIn } from '../../processes-in.ts'
import { systemPostgres } from '../../system-postgres.ts'

/** The database of a fleet. */
export interface FleetDatabase {
  readonly url: string
  start(): Promise<void>
  /** Its processes, by role. */
  pids(): ReadonlyMap<string, readonly number[]>
  stop(): void
}

const name = 'a'

/** A PostgreSQL of the system. */
export class OwnDatabase implements FleetDatabase {
  readonly #pair = new PostgresPair(systemPostgres() ?? '')

  get url(): string {
    return `postgres://${this.#pair.user}@localhost/postgres?host=${dirname(this.#pair.socketOf(name))}`
  }

  async start(): Promise<void> {
    this.#pair.startPrimary(name)
  }

  pids(): ReadonlyMap<string, readonly number[]> {
    return new Map([['PostgreSQL', processesIn(this.#pair.folder)]])
  }

  stop(): void {
    this.#pair.stop()
  }
}

const firstPort = 17_300

/** Citus of the system with two workers, over which readings are spread. */
export class CitusDatabase implements FleetDatabase {
  readonly #servers = new CitusServers(firstPort)

  get url(): string {
    return this.#servers.urls()[0] ?? ''
  }

  async start(): Promise<void> {
    this.#servers.start()
    const { exit, errors } = start('admin', 'db', 'distribute', '--db', this.url)
    if ((await exit) !== 0) throw new Error(`readings were not spread: ${await errors}`)
  }

  pids(): ReadonlyMap<string, readonly number[]> {
    const [coordinator = '', ...workers] = this.#servers.dataFolders()
    return new Map([
      ['coordinator', processesIn(coordinator)],
      ...workers.map((folder, at): [string, number[]] => [`worker ${at + 1}`, processesIn(folder)]),
    ])
  }

  stop(): void {
    this.#servers.stop()
  }
}

/** An external, empty database. Its processes are unknown. */
export const externalDatabase = (url: string): FleetDatabase => ({
  url,
  start: async () => {},
  pids: () => new Map(),
  stop: () => {},
})
