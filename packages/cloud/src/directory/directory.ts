import type { Clock } from '@busbar/modbus'
import type { Sql } from '../db/types.ts'
import { assemble } from './assemble.rules.ts'
import { deviceRows, type NetIds, netRows, paramRows } from './directory.sql.ts'
import { Formats } from './formats.ts'
import type { FieldDevice, FieldNet } from './net.ts'

/** Null: the network is gone. */
export type NetListener = (net: FieldNet | null, netId: number) => void

export interface DirectoryOptions {
  sql: Sql
  clock: Clock
  log: { error(details: object, message: string): void }
}

const channel = 'busbar_field_changed'
/** Changes come in flocks: those of so short a time are read together. */
const gatherMs = 5
const retryMs = 2_000

/** All networks, devices and tracked parameters, as they are in the database right now. */
export class Directory {
  readonly #options: DirectoryOptions
  readonly #formats = new Formats()
  readonly #nets = new Map<number, FieldNet>()
  readonly #devices = new Map<number, FieldDevice>()
  readonly #listeners = new Set<NetListener>()
  /** Networks to read again; `isAllStale` is for all of them. */
  #stale = new Set<number>()
  #isAllStale = false
  #isReading = false
  #isStopped = false
  #callOff: (() => void) | null = null
  #unlisten: () => Promise<void> = async () => {}

  constructor(options: DirectoryOptions) {
    this.#options = options
  }

  /** Listens first and reads then, so that no change falls between. */
  async start(): Promise<void> {
    let isFirst = true
    // Called at the start and whenever a lost connection is there again: meanwhile nobody told of changes.
    const onListen = (): void => {
      if (!isFirst) this.#forgetAll()
      isFirst = false
    }
    const listening = await this.#options.sql.listen(channel, (netId) => this.#changed(netId), onListen)
    this.#unlisten = () => listening.unlisten()
    await this.#read(null)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#callOff?.()
    await this.#unlisten()
  }

  net(netId: number): FieldNet | undefined {
    return this.#nets.get(netId)
  }

  /** An enabled one. */
  device(deviceId: number): FieldDevice | undefined {
    return this.#devices.get(deviceId)
  }

  nets(): Iterable<FieldNet> {
    return this.#nets.values()
  }

  /** Tells of networks that came, changed or went, from now on; the answer ends it. */
  watch(listener: NetListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #changed(netId: string): void {
    this.#stale.add(Number(netId))
    this.#readIn(gatherMs)
  }

  #forgetAll(): void {
    this.#isAllStale = true
    this.#readIn(gatherMs)
  }

  /** One reading at a time: what goes stale meanwhile is read after it. */
  #readIn(delayMs: number): void {
    if (this.#callOff || this.#isReading || this.#isStopped) return
    this.#callOff = this.#options.clock.after(delayMs, () => {
      this.#callOff = null
      void this.#readStale()
    })
  }

  async #readStale(): Promise<void> {
    const ids = this.#isAllStale ? null : [...this.#stale]
    this.#stale = new Set()
    this.#isAllStale = false
    this.#isReading = true
    let delayMs = gatherMs
    try {
      await this.#read(ids)
    } catch (error) {
      if (!this.#isStopped) this.#options.log.error({ err: error }, 'Networks could not be read from the database')
      if (ids === null) this.#isAllStale = true
      else for (const id of ids) this.#stale.add(id)
      delayMs = retryMs
    }
    this.#isReading = false
    if (this.#isAllStale || this.#stale.size > 0) this.#readIn(delayMs)
  }

  async #read(ids: NetIds): Promise<void> {
    const { sql } = this.#options
    // One after another: a change between them is told of, and read again.
    const [nets, devices, params] = [await netRows(sql, ids), await deviceRows(sql, ids), await paramRows(sql, ids)]
    if (this.#isStopped) return
    const read = assemble({ nets, devices, params }, this.#formats, this)
    for (const id of ids ?? new Set([...this.#nets.keys(), ...read.keys()])) this.#put(id, read.get(id) ?? null)
  }

  #put(id: number, net: FieldNet | null): void {
    const old = this.#nets.get(id) ?? null
    if (net === old) return
    if (net) this.#nets.set(id, net)
    else this.#nets.delete(id)
    // A device that went to another network may be there already.
    for (const device of old?.devices ?? [])
      if (this.#devices.get(device.id) === device) this.#devices.delete(device.id)
    for (const device of net?.devices ?? []) this.#devices.set(device.id, device)
    for (const listener of this.#listeners) listener(net, id)
  }
}
