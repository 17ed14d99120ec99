import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { systemPostgres } from '../faults/system-postgres.ts'
import { Machine, missing } from './machine.ts'

const root = new URL('../../../', import.meta.url).pathname
const built = join(root, 'dist/container')
const url = 'http://127.0.0.1:18080'
const name = 'site_busbar_1'

describe('the container image', { skip: missing() ?? false, timeout: 900_000 }, () => {
  let machine: Machine
  let site = ''
  before(async () => {
    execFileSync('npm', ['run', 'package:container'], { cwd: root, stdio: 'ignore' })
    machine = await Machine.start()
    await machine.addDebian()
    site = join(machine.folder, 'site')
    mkdirSync(site)
    for (const file of ['compose.yaml', 'busbar.env']) cpSync(join(built, file), join(site, file))
  })
  after(() => machine.stop())

  const podman = (...args: string[]): Promise<string> => machine.run(['podman', ...args])
  const inside = (...args: string[]): Promise<string> => podman('exec', name, ...args)
  const compose = (...args: string[]): Promise<string> =>
    machine.run(['podman-compose', ...args], { cwd: site, env: { BUSBAR_PORT: '18080', BUSBAR_IMAGE: image } })
  let image = 'busbar'

  const status = (path: string): Promise<string> =>
    machine.run(['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', `${url}${path}`]).catch(() => '')
  const untilReady = async (): Promise<number> => {
    const beganMs = performance.now()
    while ((await status('/readyz')) !== '200') {
      assert.ok(performance.now() - beganMs < 60_000, 'not ready within a minute')
      await setTimeout(200)
    }
    return (performance.now() - beganMs) / 1000
  }
  /** 0 where it is well. */
  const health = (): Promise<number> =>
    podman('healthcheck', 'run', name).then(
      () => 0,
      (error: { code: number }) => error.code,
    )
  const sizeOf = async (tag: string): Promise<string> =>
    `${(Number(await podman('image', 'inspect', '--format', '{{.Size}}', tag)) / 1e6).toFixed(0)} MB`

  test('it is built, and answers with its console, API and PostgreSQL of its own', async (t) => {
    await machine.build(built, image)
    await compose('up', '--detach')
    t.diagnostic(`${await sizeOf(image)}; ready after ${(await untilReady()).toFixed(1)} s`)
    assert.deepEqual(await Promise.all(['/', '/api/v1/openapi.json'].map(status)), ['200', '200'])
    assert.match(await podman('logs', name), /setup code for the first owner is \S+/)
    assert.equal(await health(), 0)
  })

  test('the container runs as an unprivileged user and writes only to its volume', async () => {
    assert.equal(await inside('id', '-u'), '10001')
    assert.match(await inside('cat', '/proc/1/status'), /^CapEff:\t0+\n[^]*^NoNewPrivs:\t1$/m)
    await assert.rejects(inside('touch', '/usr/lib/busbar/x'), /Read-only file system/)
    await assert.rejects(inside('touch', '/etc/x'), /Read-only file system/)
  })

  test('the container ends on request, and its data remain', async (t) => {
    await inside('busbar', 'admin', 'org', 'create', '--name', 'Mill')
    const beganMs = performance.now()
    await podman('stop', '--time', '30', name)
    t.diagnostic(`stopped in ${((performance.now() - beganMs) / 1000).toFixed(1)} s`)
    assert.equal(await podman('inspect', '--format', '{{.State.ExitCode}}', name), '0')
    await compose('down')
    await assert.rejects(podman('inspect', name))
    await compose('up', '--detach')
    t.diagnostic(`ready again after ${(await untilReady()).toFixed(1)} s`)
    assert.match(await inside('busbar', 'admin', 'org', 'list'), /Mill/)
    await compose('down')
  })

  test('with an external PostgreSQL the container is smaller, and unhealthy while the database is unreachable', {
    skip: systemPostgres() === null && 'there is no PostgreSQL of the system',
  }, async (t) => {
    image = 'busbar-small'
    await machine.build(built, image, '--target', 'without-postgres')
    t.diagnostic(await sizeOf(image))
    const postgres = new OwnPostgres(machine, systemPostgres() ?? '')
    const host = await podman('network', 'inspect', '--format', '{{(index .Subnets 0).Gateway}}', 'site_default')
    t.after(() => postgres.remove())
    await postgres.start()
    appendFileSync(join(site, 'busbar.env'), `DATABASE_URL=postgres://busbar:secret@${host}/busbar\n`)
    await compose('up', '--detach')
    await untilReady()
    assert.equal(await health(), 0)
    await inside('busbar', 'admin', 'org', 'create', '--name', 'Foundry')
    assert.equal(await postgres.query('select name from org'), 'Foundry')
    await postgres.stop()
    assert.equal(await health(), 1)
    await postgres.restart()
    await untilReady()
    await compose('down')
  })
})

/** A PostgreSQL of the machine, as the guide makes its database. */
class OwnPostgres {
  readonly #machine: Machine
  readonly #bin: string
  readonly #data: string

  constructor(machine: Machine, bin: string) {
    this.#machine = machine
    this.#bin = bin
    this.#data = mkdtempSync(join(tmpdir(), 'busbar-postgres-'))
  }

  async start(): Promise<void> {
    await this.#machine.run(['chown', 'postgres:', this.#data])
    await this.#run('initdb', '-D', this.#data, '--auth-local=trust', '--auth-host=scram-sha-256', '--no-sync')
    await this.#machine.run(['sh', '-c', `echo 'host all all 10.0.0.0/8 scram-sha-256' >> ${this.#data}/pg_hba.conf`])
    await this.restart()
    await this.query("create user busbar password 'secret'", 'postgres')
    await this.query('create database busbar owner busbar', 'postgres')
  }

  async restart(): Promise<void> {
    const options = `-c listen_addresses=* -c unix_socket_directories=${this.#data}`
    await this.#run('pg_ctl', '-D', this.#data, '-w', '-l', join(this.#data, 'log'), '-o', options, 'start')
  }

  async stop(): Promise<void> {
    await this.#run('pg_ctl', '-D', this.#data, '-m', 'fast', '-w', 'stop')
  }

  async remove(): Promise<void> {
    await this.stop().catch(() => '')
    rmSync(this.#data, { recursive: true, force: true })
  }

  query(text: string, database = 'busbar'): Promise<string> {
    return this.#run('psql', '-h', this.#data, '-d', database, '-Atc', text)
  }

  #run(program: string, ...args: string[]): Promise<string> {
    return this.#machine.run(['runuser', '-u', 'postgres', '--', join(this.#bin, program), ...args], { cwd: '/' })
  }
}
