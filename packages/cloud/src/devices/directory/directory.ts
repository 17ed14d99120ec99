import { ChangeFeed, piecesOf, readAhead, type Sql } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import type { FieldDevice, FieldNet } from '@busbar/polling'
import { netPlace, openPasswords } from '../../accounts/sealing/passwords.ts'
import type { Secrets } from '../../accounts/sealing/secrets.ts'
import { assembleDevices, assembleNets, type DeviceParams } from './assemble.rules.ts'
import { allNetIds, type DeviceRow, deviceRows, netRows, paramRows } from './directory.sql.ts'
import { Formats } from './formats.ts'

/** Null: the network is gone. */
export type NetListener = (net: FieldNet | null, netId: number) => void

export interface DirectoryOptions {
  sql: Sql
  clock: Clock
  secrets: Secrets
  log: { error(details: object, message: string): void }
}

const channel = 'busbar_field_changed'
/** Networks whose rows are read at once; few enough not to delay others. */
const netsAtOnce = 100
const devicesAtOnce = 20

/** All networks, devices and tracked parameters, as they are in the database right now. */
export class Directory {
  readonly #options: DirectoryOptions
  readonly #formats = new Formats()
  readonly #nets = new Map<number, FieldNet>()
  readonly #devices = new Map<number, FieldDevice>()
  readonly #listeners = new Set<NetListener>()
  readonly #reader: ChangeFeed

  constructor(options: DirectoryOptions) {
    this.#options = options
    this.#reader = new ChangeFeed({
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

  /** Notifies the listener of added, changed and removed networks from now on. Returns a function that stops this. */
  watch(listener: NetListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #read(ids: readonly number[] | null): Promise<void> {
    const all = ids ?? [...new Set([...this.#nets.keys(), ...(await allNetIds(this.#options.sql))])]
    for (const some of piecesOf(all, netsAtOnce)) {
      await this.#readSome(some)
      if (this.#reader.isStopped) return
    }
  }

  /** Reads run one after another; a change in between is notified and read again. */
  async #readSome(ids: readonly number[]): Promise<void> {
    const { sql, secrets } = this.#options
    const nets = (await netRows(sql, ids)).map(({ sealedPasswords, ...net }) => ({
      ...net,
      passwords: openPasswords(secrets, netPlace(net.orgId, net.id), sealedPasswords),
    }))
    const devices: FieldDevice[] = []
    const pieces = piecesOf(await deviceRows(sql, ids), devicesAtOnce)
    const read = (rows: readonly DeviceRow[]): Promise<DeviceParams[]> =>
      paramRows(
        sql,
        rows.map(({ id }) => id),
      )
    for await (const [rows, params] of readAhead(pieces, read)) {
      devices.push(...assembleDevices(rows, params, this.#formats, this))
    }
    if (this.#reader.isStopped) return
    const known = assembleNets(nets, devices, this)
    for (const id of ids) this.#put(id, known.get(id) ?? null)
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
