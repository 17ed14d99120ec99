import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { contract } from '@busbar/cloud/contract'
import { Plant, type ServedPlant, serveTcp, swarm } from '@busbar/simulator'
import type { Client } from '@busbar/wire'
import { makeDevices, makeNets } from '../src/demo/networks.ts'
import { withKey } from '../src/demo/owner.ts'
import { LiveLog } from './live-log.ts'
import { endService, type Flags, firstOrg, metricsOf, type Service, startService, userOf } from './service.ts'

const retryMs = 50
const unitsPerSite = 20

interface PolledCloudOptions {
  devices: number
  /** The data folder; without one it is a temporary folder. */
  data?: string
  /** More settings of the command line. */
  flags?: Flags
}

/** The program as people run it, polling simulated devices once a second, and what it told on its live stream. It can be killed and started again. */
export class PolledCloud {
  readonly log = new LiveLog()
  readonly data: string
  readonly #folder = mkdtempSync(join(tmpdir(), 'busbar-faults-'))
  readonly #devices: number
  readonly #flags: Flags
  orgId = 0
  #user: Client<typeof contract> | undefined
  #plant: ServedPlant | undefined
  #running: Service | undefined
  #url = ''
  #key = { apiKey: '', password: '' }
  #token = ''

  constructor({ devices, data, flags = {} }: PolledCloudOptions) {
    this.#devices = devices
    this.#flags = flags
    this.data = data ?? join(this.#folder, 'cloud')
  }

  /** A client with the API key. */
  get user(): Client<typeof contract> {
    assert.ok(this.#user, 'it was never started')
    return this.#user
  }

  /** Makes the devices, an organization and a key, and polls. */
  async open(): Promise<void> {
    const sites = Math.ceil(this.#devices / unitsPerSite)
    this.#plant = await serveTcp(new Plant(swarm({ sites, units: Math.min(this.#devices, unitsPerSite) })), { port: 0 })
    const { api, orgId, secrets } = await firstOrg(await this.spawn(), this.#folder)
    this.orgId = orgId
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
  async spawn(): Promise<Service> {
    const service = await startService({ data: this.data, ...this.#flags })
    this.#running = service
    this.#url = service.url
    this.#user = userOf(service, () => this.#token)
    return service
  }

  /** A session ends after an hour. */
  async signIn(): Promise<void> {
    const session = await this.user.sessions.authenticate(this.#key)
    assert.ok('ok' in session, `no session: ${JSON.stringify(session)}`)
    this.#token = session.ok.token
  }

  /** Ends the service and returns its output. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<string> {
    const output = this.#running ? await endService(this.#running, signal) : ''
    this.#running = undefined
    return output
  }

  get isRunning(): boolean {
    return this.#running?.program.program.exitCode === null && this.#running.program.program.signalCode === null
  }

  /** Process ID of the PostgreSQL in the data folder. */
  get postmasterPid(): number {
    return Number(readFileSync(join(this.data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  /** Resolves when this many polls were streamed, or the stream ended. */
  listen(polls: number): Promise<void> {
    return this.log.listen({ url: this.#url, orgId: this.orgId, token: this.#token }, polls)
  }

  /** Listens repeatedly until a poll is streamed; returns the milliseconds until then, or null after `msMax`. */
  async msUntilPoll(msMax: number): Promise<number | null> {
    const before = this.log.streamed.size
    const beganAt = performance.now()
    for (; performance.now() < beganAt + msMax && this.isRunning; await sleep(retryMs)) {
      await this.listen(1).catch(() => {})
      if (this.log.streamed.size > before) return performance.now() - beganAt
    }
    return null
  }

  /** Returns the response of /readyz, or the text of the error. */
  async readiness(): Promise<string> {
    try {
      const answer = await fetch(new URL('/readyz', this.#url), { signal: AbortSignal.timeout(5000) })
      return ((await answer.json()) as { status: string }).status
    } catch (error) {
      return String(error)
    }
  }

  metrics(): Promise<ReadonlyMap<string, number>> {
    return metricsOf({ url: this.#url })
  }

  /** Returns streamed values that are not stored, and those that were streamed or stored twice. */
  async check(): Promise<{ streamed: number; stored: number; missing: number; doubled: number }> {
    const { twice, ...found } = await this.log.compare(this.user)
    return { ...found, doubled: twice + this.log.doubled }
  }

  async close(): Promise<void> {
    await this.end('SIGTERM')
    await this.#plant?.close()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
