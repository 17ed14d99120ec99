import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract, errorFields } from '@busbar/cloud/contract'
import { Plant, type ServedPlant, serveTcp, swarm } from '@busbar/simulator'
import { type Client, client } from '@busbar/wire'
import { apiOf } from '../src/demo/api.ts'
import { makeDevices, makeNets } from '../src/demo/networks.ts'
import { demoOrg, signInOwner, withKey } from '../src/demo/owner.ts'
import { demoSecrets } from '../src/demo/secrets.ts'
import { start } from '../src/testing/program.ts'
import { LiveLog } from './live-log.ts'

const flags = [
  '--http',
  '127.0.0.1:0',
  '--callback',
  'off',
  '--raw-allow',
  '127.0.0.0/8:1-65535',
  '--quota',
  '0',
  '--json',
]
const retryMs = 50
const unitsPerSite = 20

interface Ready {
  cloud: { url: string; setupCode?: string }
}

interface PolledCloudOptions {
  devices: number
  /** The data folder; without one it is a temporary folder. */
  data?: string
  /** More words of the command line. */
  flags?: readonly string[]
}

/** The program as people run it, polling simulated devices once a second, and what it told on its live stream. It can be killed and started again. */
export class PolledCloud {
  readonly log = new LiveLog()
  readonly data: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'busbar-faults-'))
  readonly #devices: number
  readonly #flags: readonly string[]
  orgId = 0
  #user: Client<typeof contract> | undefined
  #plant: ServedPlant | undefined
  #running: ReturnType<typeof start> | undefined
  #url = ''
  #setupCode: string | null = null
  #key = { apiKey: '', password: '' }
  #token = ''

  constructor({ devices, data, flags: more = [] }: PolledCloudOptions) {
    this.#devices = devices
    this.#flags = more
    this.data = data ?? join(this.#folder, 'cloud')
  }

  /** Who asks with the key. */
  get user(): Client<typeof contract> {
    assert.ok(this.#user, 'it was never started')
    return this.#user
  }

  /** Makes the devices, an organization and a key, and polls. */
  async open(): Promise<void> {
    const sites = Math.ceil(this.#devices / unitsPerSite)
    this.#plant = await serveTcp(new Plant(swarm({ sites, units: Math.min(this.#devices, unitsPerSite) })), { port: 0 })
    await this.spawn()
    const service = { url: this.#url, setupCode: this.#setupCode }
    const secrets = demoSecrets(this.#folder)
    const { api, signIn } = apiOf(service)
    signIn(await signInOwner(api, service, secrets))
    this.orgId = await demoOrg(api, secrets, this.#folder)
    const nets = await makeNets(api, this.orgId, this.#plant.sites)
    for (const { site } of this.#plant.sites) await makeDevices(api, nets.get(site.id) ?? 0, site)
    this.#key = await withKey(api, this.orgId, this.#folder, secrets)
    await this.signIn()
    for (const netId of nets.values()) {
      const list = await this.user.nets.devices({ netId })
      assert.ok('ok' in list)
      for (const { id: deviceId } of list.ok) await this.user.devices.change({ deviceId, updatePeriodSec: 1 })
    }
  }

  /** The answer is after how many milliseconds it was ready. */
  async start(): Promise<number> {
    const beganAt = performance.now()
    await this.spawn()
    const readyMs = performance.now() - beganAt
    await this.signIn()
    return readyMs
  }

  /** Only that: without a session. */
  async spawn(): Promise<void> {
    this.#running = start('cloud', '--data', this.data, ...flags, ...this.#flags)
    const line = await this.#running.line()
    if (line === 'undefined') throw new Error(`the service did not start: ${await this.#running.errors}`)
    const { cloud } = JSON.parse(line) as Ready
    this.#url = cloud.url
    const authorization = (): string => this.#token && `token ${this.#token}`
    this.#user = client(contract, { baseUrl: cloud.url, errorFields, authorization })
    this.#setupCode = cloud.setupCode ?? null
  }

  /** A session ends after an hour. */
  async signIn(): Promise<void> {
    const session = await this.user.sessions.authenticate(this.#key)
    assert.ok('ok' in session, `no session: ${JSON.stringify(session)}`)
    this.#token = session.ok.token
  }

  /** What it said before its end. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<string> {
    this.#running?.program.kill(signal)
    await this.#running?.exit
    const said = (await this.#running?.errors) ?? ''
    this.#running = undefined
    return said
  }

  get isRunning(): boolean {
    return this.#running?.program.exitCode === null && this.#running.program.signalCode === null
  }

  /** Of the PostgreSQL in the data folder. */
  get postmasterPid(): number {
    return Number(readFileSync(join(this.data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  /** Resolves when so many polls were told, or the stream ended. */
  listen(polls: number): Promise<void> {
    const headers = { 'content-type': 'application/json', authorization: `token ${this.#token}` }
    return this.log.listen(`${this.#url}org/${this.orgId}/live/`, headers, polls)
  }

  /** Listens again and again until a poll is told; the answer is after how many milliseconds, or null when the time is up. */
  async hear(msMax: number): Promise<number | null> {
    const before = this.log.told.size
    const beganAt = performance.now()
    for (; performance.now() < beganAt + msMax && this.isRunning; await sleep(retryMs)) {
      await this.listen(1).catch(() => {})
      if (this.log.told.size > before) return performance.now() - beganAt
    }
    return null
  }

  /** What /readyz says; the error's text when there is no answer. */
  async readiness(): Promise<string> {
    try {
      const answer = await fetch(new URL('/readyz', this.#url), { signal: AbortSignal.timeout(5000) })
      return ((await answer.json()) as { status: string }).status
    } catch (error) {
      return String(error)
    }
  }

  async metrics(): Promise<Map<string, number>> {
    const text = await (await fetch(new URL('/metrics', this.#url))).text()
    return new Map(
      [...text.matchAll(/^([a-z_]+)(?:\{[^}]*\})? (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
    )
  }

  /** Told values that are not stored, and what was told or stored twice. */
  async check(): Promise<{ told: number; stored: number; missing: number; doubled: number }> {
    const { stored, missing, twice } = await this.log.compare(async (paramId, till, pointsLimit) => {
      const page = await this.user.readings.get({ paramId, ...(till && { till }), pointsLimit })
      assert.ok('ok' in page, JSON.stringify(page))
      return page.ok
    })
    return { told: this.log.told.size, stored, missing: missing.length, doubled: twice + this.log.doubled }
  }

  async close(): Promise<void> {
    await this.end('SIGTERM')
    await this.#plant?.close()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
