import type { Clock } from '@busbar/modbus'
import type { Sql } from '../db/sql.ts'
import { ToldReader } from '../db/told-reader.ts'
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

/** All networks, devices and tracked parameters, as they are in the database right now. */
export class Directory {
  readonly #options: DirectoryOptions
  readonly #formats = new Formats()
  readonly #nets = new Map<number, FieldNet>()
  readonly #devices = new Map<number, FieldDevice>()
  readonly #listeners = new Set<NetListener>()
  readonly #reader: ToldReader

  constructor(options: DirectoryOptions) {
    this.#options = options
    this.#reader = new ToldReader({
      ...options,
      channel,
      failure: 'Networks could not be read from the database',
      read: (names) => this.#read(names && names.map(Number)),
    })
  }

  start(): Promise<void> {
    return this.#reader.start()
  }

  stop(): Promise<void> {
    return this.#reader.stop()
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

  async #read(ids: NetIds): Promise<void> {
    const { sql } = this.#options
    // One after another: a change between them is told of, and read again.
    const [nets, devices, params] = [await netRows(sql, ids), await deviceRows(sql, ids), await paramRows(sql, ids)]
    if (this.#reader.isStopped) return
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
