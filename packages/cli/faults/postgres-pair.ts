import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PostgresServers } from './system-postgres.ts'

const settings = { listen_addresses: '', max_connections: '50' }

/** Two servers of which the second follows the first, which answers only when the second has it too. */
export class PostgresPair {
  readonly #servers: PostgresServers

  constructor(bin: string) {
    this.#servers = new PostgresServers(bin)
  }

  get user(): string {
    return this.#servers.user
  }

  /** The folder of all its data. */
  get folder(): string {
    return this.#servers.folder
  }

  socketOf(name: string): string {
    return join(this.#servers.hostOf(name), '.s.PGSQL.5432')
  }

  startPrimary(name: string): void {
    this.#servers.make(name)
    this.#servers.start(name, settings)
  }

  /** A copy of the other that follows it from now on; the other then waits for it with every commit. */
  follow(name: string, primary: string): void {
    const servers = this.#servers
    const from = `host=${servers.hostOf(primary)} user=${servers.user} application_name=${name}`
    servers.run('pg_basebackup', '-D', servers.dataOf(name), '-d', from, '-R', '-X', 'stream', '-c', 'fast')
    servers.start(name, settings)
    servers.query(primary, `alter system set synchronous_standby_names = '"${name}"'`)
    servers.query(primary, 'select pg_reload_conf()')
    for (;;) {
      const state = servers.query(primary, 'select sync_state from pg_stat_replication')
      if (state.includes('sync')) return
    }
  }

  kill(name: string): void {
    this.#servers.kill(name)
  }

  promote(name: string): void {
    this.#servers.query(name, "alter system set synchronous_standby_names = ''")
    this.#servers.run('pg_ctl', '-D', this.#servers.dataOf(name), 'promote')
  }

  remove(name: string): void {
    rmSync(this.#servers.dataOf(name), { recursive: true, force: true })
  }

  stop(): void {
    this.#servers.stop()
  }
}
