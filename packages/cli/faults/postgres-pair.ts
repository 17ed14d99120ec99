import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const installed = '/usr/lib/postgresql'

/** The newest PostgreSQL of the system that is new enough; null where there is none. */
export const systemPostgres = (): string | null => {
  if (!existsSync(installed)) return null
  const versions = readdirSync(installed)
    .map(Number)
    .filter((version) => version >= 15)
  return versions.length === 0 ? null : join(installed, String(Math.max(...versions)), 'bin')
}

/** The server does not run as root: then the account that Debian makes for it has it. */
const account = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

/** Two servers of which the second follows the first, which answers only when the second has it too. */
export class PostgresPair {
  readonly #bin: string
  /** Of all that it keeps. */
  readonly folder = mkdtempSync(join(tmpdir(), 'busbar-pair-'))
  readonly #account = account()
  readonly #running = new Set<string>()

  constructor(bin: string) {
    this.#bin = bin
    if (this.#account) chownSync(this.folder, this.#account.uid, this.#account.gid)
  }

  /** Names of databases, users and folders are the same on both. */
  get user(): string {
    return 'postgres'
  }

  socketOf(name: string): string {
    return join(this.folder, `${name}.socket`, '.s.PGSQL.5432')
  }

  startPrimary(name: string): void {
    this.#run('initdb', '-D', this.#data(name), '-U', this.user, '--auth=trust', '--no-sync', '-E', 'UTF8')
    this.#start(name)
  }

  /** A copy of the other that follows it from now on; the other then waits for it with every commit. */
  follow(name: string, primary: string): void {
    const from = `host=${join(this.folder, `${primary}.socket`)} user=${this.user} application_name=${name}`
    this.#run('pg_basebackup', '-D', this.#data(name), '-d', from, '-R', '-X', 'stream', '-c', 'fast')
    this.#start(name)
    this.#query(primary, `alter system set synchronous_standby_names = '"${name}"'`)
    this.#query(primary, 'select pg_reload_conf()')
    for (;;) {
      const state = this.#query(primary, 'select sync_state from pg_stat_replication')
      if (state.includes('sync')) return
    }
  }

  /** As when its machine is gone. */
  kill(name: string): void {
    this.#run('pg_ctl', '-D', this.#data(name), '-m', 'immediate', 'stop')
    this.#running.delete(name)
  }

  promote(name: string): void {
    this.#query(name, "alter system set synchronous_standby_names = ''")
    this.#run('pg_ctl', '-D', this.#data(name), 'promote')
  }

  remove(name: string): void {
    rmSync(this.#data(name), { recursive: true, force: true })
  }

  stop(): void {
    for (const name of this.#running) this.kill(name)
    rmSync(this.folder, { recursive: true, force: true })
  }

  #data(name: string): string {
    return join(this.folder, name)
  }

  #start(name: string): void {
    const socket = join(this.folder, `${name}.socket`)
    this.#exec('mkdir', '-p', socket)
    const settings = `-c listen_addresses= -c unix_socket_directories=${socket} -c fsync=off -c max_connections=50`
    this.#run('pg_ctl', '-D', this.#data(name), '-w', '-l', join(this.folder, `${name}.log`), '-o', settings, 'start')
    this.#running.add(name)
  }

  #query(name: string, text: string): string {
    const socket = join(this.folder, `${name}.socket`)
    return this.#run('psql', '-h', socket, '-U', this.user, '-d', 'postgres', '-Atc', text)
  }

  #run(program: string, ...args: string[]): string {
    return this.#exec(join(this.#bin, program), ...args)
  }

  #exec(program: string, ...args: string[]): string {
    return execFileSync(program, args, {
      ...this.#account,
      cwd: '/',
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
}
