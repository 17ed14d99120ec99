// A coordinator and two workers of Citus on this machine, for tests and figures: PostgreSQL of the system with the extension (build.sh).
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const installed = '/usr/lib/postgresql/15'

/** What is needed and not there; null: all is. */
export const missingCitus = () =>
  existsSync(join(installed, 'lib/citus.so'))
    ? null
    : 'needs Citus for PostgreSQL 15 of the system (bench/citus/build.sh)'

/** The server does not run as root: then the account that Debian makes for it has it. */
const account = () => {
  if (process.getuid?.() !== 0) return {}
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/** Servers at ports from `firstPort` on: the coordinator, then its workers. */
export class CitusServers {
  #owner = account()
  folder = mkdtempSync(join(tmpdir(), 'busbar-citus-'))
  #ports

  constructor(firstPort, { workers = 2 } = {}) {
    this.#ports = Array.from({ length: workers + 1 }, (_, at) => firstPort + at)
    if (this.#owner.uid !== undefined) chownSync(this.folder, this.#owner.uid, this.#owner.gid)
  }

  /** Of the coordinator, then of each worker. */
  urls(database = 'postgres') {
    return this.#ports.map((port) => `postgres://postgres@127.0.0.1:${port}/${database}`)
  }

  start() {
    for (const port of this.#ports) {
      const data = join(this.folder, String(port))
      this.#run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8')
      const settings = {
        listen_addresses: '127.0.0.1',
        port,
        unix_socket_directories: this.folder,
        shared_preload_libraries: 'citus',
        max_connections: 300,
        // Figures and tests, not somebody's readings.
        fsync: 'off',
        full_page_writes: 'off',
        'citus.shard_count': 8,
        // All on loopback.
        'citus.node_conninfo': 'sslmode=disable',
        // Sends no statistics of its use.
        'citus.enable_statistics_collection': 'off',
      }
      const words = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
      this.#run('pg_ctl', '-D', data, '-w', '-l', join(this.folder, `${port}.log`), '-o', words.join(' '), 'start')
    }
    this.setUp('postgres')
  }

  /** A database that is spread over all servers; made on each of them before. */
  setUp(database) {
    const [coordinator, ...workers] = this.#ports
    for (const port of this.#ports) this.query(port, database, 'create extension if not exists citus')
    this.query(coordinator, database, `select citus_set_coordinator_host('127.0.0.1', ${coordinator})`)
    for (const port of workers) this.query(coordinator, database, `select citus_add_node('127.0.0.1', ${port})`)
  }

  query(port, database, text) {
    return this.#run(
      'psql',
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'postgres',
      '-d',
      database,
      '-v',
      'ON_ERROR_STOP=1',
      '-Atqc',
      text,
    )
  }

  stop() {
    for (const port of this.#ports)
      this.#run('pg_ctl', '-D', join(this.folder, String(port)), '-m', 'immediate', 'stop')
    rmSync(this.folder, { recursive: true, force: true })
  }

  #run(program, ...args) {
    return execFileSync(join(installed, 'bin', program), args, {
      ...this.#owner,
      cwd: '/',
      // Of the account: root's own certificates are not for it.
      env: { ...process.env, HOME: this.folder },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
}
