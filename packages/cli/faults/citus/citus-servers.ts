import { existsSync } from 'node:fs'
import { PostgresServers } from '../system-postgres.ts'

const installed = '/usr/lib/postgresql/15'
const settings = {
  listen_addresses: '127.0.0.1',
  shared_preload_libraries: 'citus',
  max_connections: '300',
  // Figures and tests, not readings of a site.
  full_page_writes: 'off',
  'citus.shard_count': '8',
  // All on loopback.
  'citus.node_conninfo': 'sslmode=disable',
  // Sends no statistics of its use.
  'citus.enable_statistics_collection': 'off',
}

/** Returns the missing requirement, or null. */
export const missingCitus = (): string | null =>
  existsSync(`${installed}/lib/citus.so`) ? null : 'needs Citus for PostgreSQL 15 of the system (bench/citus/build.sh)'

interface CitusOptions {
  workers?: number
  /** Further settings of each server. */
  more?: Readonly<Record<string, string>>
}

/** A coordinator and its workers on this machine, at ports from `firstPort` on, each by the name of its port. */
export class CitusServers {
  readonly #servers = new PostgresServers(`${installed}/bin`)
  readonly #ports: readonly string[]
  readonly #settings: Readonly<Record<string, string>>

  constructor(firstPort: number, { workers = 2, more = {} }: CitusOptions = {}) {
    this.#ports = Array.from({ length: workers + 1 }, (_, at) => String(firstPort + at))
    this.#settings = { ...settings, ...more }
  }

  /** Data folders of the coordinator, then of each worker. */
  dataFolders(): string[] {
    return this.#ports.map((port) => this.#servers.dataOf(port))
  }

  /** URLs of the coordinator, then of each worker. */
  urls(): string[] {
    return this.#ports.map((port) => `postgres://${this.#servers.user}@127.0.0.1:${port}/postgres`)
  }

  start(): void {
    for (const port of this.#ports) {
      this.#servers.make(port)
      this.#servers.start(port, { ...this.#settings, port })
      this.#servers.query(port, 'create extension citus', port)
    }
    const [coordinator = '', ...workers] = this.#ports
    const query = (text: string): string => this.#servers.query(coordinator, text, coordinator)
    query(`select citus_set_coordinator_host('127.0.0.1', ${coordinator})`)
    for (const port of workers) query(`select citus_add_node('127.0.0.1', ${port})`)
  }

  stop(): void {
    this.#servers.stop()
  }
}
