import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { contract } from '@busbar/cloud/contract'
import type { Client } from '@busbar/wire'
import { type Api, createdId, expectOk } from '../../src/demo/api.ts'
import { start } from '../../src/testing/program.ts'
import { DatabaseProxy } from '../database-proxy.ts'
import { LiveLog } from '../live-log.ts'
import { PostgresPair } from '../postgres-pair.ts'
import { endService, type Flags, firstOrg, type Service, startService, userOf } from '../service.ts'
import { systemPostgres } from '../system-postgres.ts'
import { NatsServer } from './nats-server.ts'
import { NotingField } from './noting-field.ts'

const unitsPerSite = 2
const sku = 'em3p'

/** Returns the missing requirement, or null. */
export const missingPrograms = (): string | null => {
  if (systemPostgres() === null) return 'needs PostgreSQL 15 or later of the system (apt install postgresql)'
  const found = spawnSync('nats-server', ['--version'])
  return found.error === undefined ? null : 'needs nats-server (apt install nats-server)'
}

/** A service of the cluster. */
export interface RunningNode extends Service {
  name: string
  user: Client<typeof contract>
  /** Its ways to the database and to the messages, which can be cut. */
  database: DatabaseProxy
  messages: DatabaseProxy
}

/** Slugs on the way to a parameter. */
export interface ParamPlace {
  net: string
  device: string
  param: string
}

/** Nodes on one PostgreSQL and one NATS server, real processes all, before devices that note each request. */
export class Cluster {
  readonly field = new NotingField(20)
  readonly log = new LiveLog()
  readonly nodes: RunningNode[] = []
  readonly netIds: number[] = []
  readonly #folder = mkdtempSync(join(tmpdir(), 'busbar-nodes-'))
  readonly #pair = new PostgresPair(systemPostgres() ?? '')
  readonly #wires: DatabaseProxy[] = []
  readonly #nats: NatsServer
  readonly #flags: Flags
  token = ''
  #count = 0
  orgId = 0

  constructor({ nats = new NatsServer(), flags = {} }: { nats?: NatsServer; flags?: Flags } = {}) {
    this.#nats = nats
    this.#flags = flags
  }

  /** The first node, and an organization with so many networks whose devices are read in each period. */
  async open(sites: number, updatePeriodSec: number): Promise<void> {
    this.#pair.startPrimary('a')
    await this.#nats.start()
    const ports = await this.field.start(sites)
    const { api, token, orgId } = await firstOrg(await this.add(), this.#folder)
    this.token = token
    this.orgId = orgId
    await this.#makeNets(api, ports, updatePeriodSec)
  }

  /** Adds a node, with settings that differ from those of the others. */
  async add(changes: Flags = {}): Promise<RunningNode> {
    this.#count += 1
    const name = `node-${this.#count}`
    const database = new DatabaseProxy({ path: this.#pair.socketOf('a') })
    const messages = new DatabaseProxy({ host: '127.0.0.1', port: this.#nats.port })
    this.#wires.push(database, messages)
    const [databasePort, messagePort] = await Promise.all([database.start(), messages.start()])
    const service = await startService({
      data: join(this.#folder, name),
      'secrets-key-file': join(this.#folder, 'secrets.key'),
      db: `postgres://${this.#pair.user}@127.0.0.1:${databasePort}/postgres`,
      nats: this.#nats.urlAt(messagePort),
      'node-name': name,
      ...this.#flags,
      ...changes,
    })
    const node = { ...service, name, user: userOf(service, () => this.token), database, messages }
    this.nodes.push(node)
    return node
  }

  /** Refused as one that shares nothing. */
  async refusedAlone(): Promise<string> {
    const wire = new DatabaseProxy({ path: this.#pair.socketOf('a') })
    this.#wires.push(wire)
    const url = `postgres://${this.#pair.user}@127.0.0.1:${await wire.start()}/postgres`
    const program = start('cloud', '--data', join(this.#folder, 'alone'), '--db', url, '--http', '127.0.0.1:0')
    await program.exit
    return program.errors
  }

  end(node: RunningNode, signal: 'SIGTERM' | 'SIGKILL'): Promise<string> {
    this.nodes.splice(this.nodes.indexOf(node), 1)
    return endService(node, signal)
  }

  /** Nodes that live, as the first one says. */
  async living() {
    const answer = await this.nodes[0]?.user.installation.nodes({})
    assert.ok(answer && 'ok' in answer, JSON.stringify(answer))
    return answer.ok.nodes.filter(({ isAlive }) => isAlive)
  }

  /** How many parts of the networks each has. */
  async spread(): Promise<number[]> {
    return (await this.living()).map(({ leases, work }) => leases - work.length)
  }

  /** Waits until every node asks some network. */
  async working(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const living = await this.living()
      if (living.length === this.nodes.length && living.every(({ networks }) => networks > 0)) return
      if (tries > 120) throw new Error(`some have no network: ${JSON.stringify(living)}`)
      await sleep(500)
    }
  }

  /** Waits until so many nodes share all of it. */
  async settled(nodes: number): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const spread = await this.spread()
      const share = Math.ceil(spread.reduce((sum, count) => sum + count, 0) / nodes)
      if (spread.length === nodes && spread.every((count) => count >= share - nodes && count <= share)) return
      if (tries > 120) throw new Error(`leases are not spread: ${spread.join(', ')}`)
      await sleep(500)
    }
  }

  /** Returns the names under which parameters are exported, by ID. */
  async paramPlaces(): Promise<Map<string, ParamPlace>> {
    const { user } = this.#first()
    const places = new Map<string, ParamPlace>()
    for (const netId of this.netIds) {
      const { slug: net } = expectOk(await user.nets.get({ netId }))
      for (const { id: deviceId, slug: device } of expectOk(await user.nets.devices({ netId }))) {
        for (const { id, slug: param } of expectOk(await user.devices.params({ deviceId })))
          places.set(String(id), { net, device, param })
      }
    }
    return places
  }

  async connect(connector: object): Promise<void> {
    const answer = await fetch(`${this.#first().url}org/${this.orgId}/connectors/create/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `token ${this.token}` },
      body: JSON.stringify(connector),
    })
    assert.equal(answer.status, 200, await answer.text())
  }

  /** The node that runs connectors. */
  async sender(): Promise<RunningNode> {
    const found = (await this.living()).find(({ work }) => work.includes('connectors'))
    const node = this.nodes.find(({ name }) => name === found?.name)
    assert.ok(node, 'no node runs connectors')
    return node
  }

  /** Listens to one node until it ends. */
  listen(node: RunningNode, log = this.log): void {
    const stream = { url: node.url, orgId: this.orgId, token: this.token }
    void log.listen(stream, Number.POSITIVE_INFINITY).catch(() => {})
  }

  /** Told values that are not stored, and what was stored twice. */
  check(): ReturnType<LiveLog['compare']> {
    return this.log.compare(this.#first().user)
  }

  cutMessages(isCut: boolean): void {
    for (const { messages } of this.nodes) {
      if (isCut) messages.cut()
      else messages.isCut = false
    }
  }

  async close(): Promise<void> {
    for (let [node] = this.nodes; node !== undefined; [node] = this.nodes) await this.end(node, 'SIGTERM')
    for (const wire of this.#wires) wire.stop()
    this.#nats.stop()
    this.#pair.stop()
    await this.field.stop()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 })
  }

  #first(): RunningNode {
    const [node] = this.nodes
    assert.ok(node !== undefined, 'there is no node')
    return node
  }

  async #makeNets(api: Api, ports: readonly number[], updatePeriodSec: number): Promise<void> {
    const { id: templateId } = expectOk(await api.templates.idBySku({ sku }))
    for (const [at, port] of ports.entries()) {
      const connection = { kind: 'direct', ip: '127.0.0.1', port } as const
      const answer = await api.nets.create({ orgId: this.orgId, name: `Site ${at}`, slug: `site-${at}`, connection })
      const netId = createdId(expectOk(answer))
      const devices = Array.from({ length: unitsPerSite }, (_, unit) => ({
        name: `Meter ${unit + 1}`,
        modbusUnitId: unit + 1,
        templateId,
        updatePeriodSec,
      }))
      expectOk(await api.devices.create({ netId, devices }))
      this.netIds.push(netId)
    }
  }
}
