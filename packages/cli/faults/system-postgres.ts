import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const installed = '/usr/lib/postgresql'

/** Returns the folder with the programs of the newest suitable PostgreSQL of the system, or null. */
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

/** Servers of the system's PostgreSQL by their names, each with its data and its socket in one folder. */
export class PostgresServers {
  readonly #bin: string
  /** The folder of all data. */
  readonly folder = mkdtempSync(join(tmpdir(), 'busbar-servers-'))
  readonly #account = account()
  readonly #running = new Set<string>()

  constructor(bin: string) {
    this.#bin = bin
    if (this.#account) chownSync(this.folder, this.#account.uid, this.#account.gid)
  }

  /** Names of databases, users and folders are the same on all. */
  get user(): string {
    return 'postgres'
  }

  dataOf(name: string): string {
    return join(this.folder, name)
  }

  /** The folder of its socket. */
  hostOf(name: string): string {
    return join(this.folder, `${name}.socket`)
  }

  make(name: string): void {
    this.run('initdb', '-D', this.dataOf(name), '-U', this.user, '--auth=trust', '--no-sync', '-E', 'UTF8')
  }

  start(name: string, settings: Readonly<Record<string, string>>): void {
    this.#exec('mkdir', '-p', this.hostOf(name))
    const all = { unix_socket_directories: this.hostOf(name), fsync: 'off', ...settings }
    const words = Object.entries(all).map(([setting, value]) => `-c ${setting}=${value}`)
    const log = join(this.folder, `${name}.log`)
    this.run('pg_ctl', '-D', this.dataOf(name), '-w', '-l', log, '-o', words.join(' '), 'start')
    this.#running.add(name)
  }

  /** As when its machine is gone. */
  kill(name: string): void {
    this.run('pg_ctl', '-D', this.dataOf(name), '-m', 'immediate', 'stop')
    this.#running.delete(name)
  }

  query(name: string, text: string, port = '5432'): string {
    const where = ['-h', this.hostOf(name), '-p', port, '-U', this.user, '-d', 'postgres']
    return this.run('psql', ...where, '-v', 'ON_ERROR_STOP=1', '-Atqc', text)
  }

  run(program: string, ...args: string[]): string {
    return this.#exec(join(this.#bin, program), ...args)
  }

  stop(): void {
    for (const name of this.#running) this.kill(name)
    rmSync(this.folder, { recursive: true, force: true })
  }

  #exec(program: string, ...args: string[]): string {
    return execFileSync(program, args, {
      ...this.#account,
      cwd: '/',
      // Root's own certificates are not for the account.
      env: { ...process.env, HOME: this.folder },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
}
