import type { Clock } from '@busbar/kit'
import type { RegisterKind, Request, ResponseTo } from '@busbar/modbus'
import {
  DevicePlan,
  type ExchangeOptions,
  type ExchangeResult,
  type FieldNet,
  type FieldParam,
  type ModbusClient,
  type Reason,
} from '@busbar/polling'
import { Formats } from '../../devices/directory/formats.ts'
import { type ReadValue, readParams } from './read-params.ts'

/** Different reads that one link may have to answer at once; one more is refused as `full`, so that polling has room too. */
const readsMax = 128

/** Lets people who ask a link for the same at the same time have one answer. */
export class SharedReads {
  readonly #links = new WeakMap<ModbusClient, SharedLink>()

  /** The same link, for those who want a value that is as old as what is on its way at most. */
  over(link: ModbusClient): ModbusClient {
    const existing = this.#links.get(link)
    if (existing !== undefined) return existing
    const shared = new SharedLink(link)
    this.#links.set(link, shared)
    return shared
  }
}

class SharedLink implements ModbusClient {
  readonly #link: ModbusClient
  /** Reads that are not answered yet, by what they ask for. */
  readonly #reads = new Map<string, Promise<ExchangeResult<unknown>>>()

  constructor(link: ModbusClient) {
    this.#link = link
  }

  ask<R extends Request>(unit: number, request: R, options: ExchangeOptions): Promise<ExchangeResult<ResponseTo<R>>> {
    const name = nameOf(unit, request)
    if (name === null) return this.#link.ask(unit, request, options)
    const pending = this.#reads.get(name)
    // The same request has the same kind of answer.
    if (pending !== undefined) return pending as Promise<ExchangeResult<ResponseTo<R>>>
    if (this.#reads.size >= readsMax) return Promise.resolve({ err: 'full' })
    const read = this.#link.ask(unit, request, options).finally(() => this.#reads.delete(name))
    this.#reads.set(name, read)
    return read
  }

  transact(unit: number, pdu: Uint8Array, options: ExchangeOptions): Promise<ExchangeResult<Uint8Array>> {
    return this.#link.transact(unit, pdu, options)
  }
}

/** Reads of registers and bits alone have both an address and a count: nothing else may be done once for two. */
const nameOf = (unit: number, request: Request): string | null =>
  'address' in request && 'count' in request ? `${unit} ${request.fn} ${request.address} ${request.count}` : null

/** A requested parameter with facts on its device and network. */
export interface RequestedParam {
  id: number
  deviceId: number
  netId: number
  protocol: FieldNet['protocol']
  isNetOff: boolean
  isDeviceOff: boolean
  unit: number
  readGroupSize: number
  kind: RegisterKind
  address: number
  /** As the directory of the field has it: the same text for all parameters that are written alike. */
  format: string
}

/** Why there is no value of this moment. */
type RealtimeError = Reason | 'DeviceDisabled' | 'NetworkDisabled'

/** Why a device is not to be asked, or null. Over a serial line unit 0 is a broadcast, which is not answered. */
const obstacleOf = ({
  isNetOff,
  isDeviceOff,
  unit,
  protocol,
}: Pick<RequestedParam, 'isNetOff' | 'isDeviceOff' | 'unit' | 'protocol'>): RealtimeError | null => {
  if (isNetOff) return 'NetworkDisabled'
  if (isDeviceOff) return 'DeviceDisabled'
  return unit === 0 && protocol !== 'modbustcp' ? 'Unreadable' : null
}

export interface RealtimeOptions {
  clock: Clock
  /** The link of a network; none for one that is not to be reached. */
  link(netId: number): ModbusClient | undefined
}

export type RealtimeResult = ReadValue | { err: RealtimeError }

/** Longest acceptable wait for a user. */
const deadlineMs = 15_000
/** Devices of one network that are asked side by side: more would only fill its queue, in which polling waits too. */
const atOnce = 32
/** Devices whose lessons are kept; who was read longest ago gives way. */
const plansMax = 2000

/** Reads parameters at the moment of the request. Nothing of it is recorded. */
export class Realtime {
  readonly #options: RealtimeOptions
  readonly #formats = new Formats()
  readonly #shared = new SharedReads()
  readonly #plans = new Map<number, DevicePlan>()

  constructor(options: RealtimeOptions) {
    this.#options = options
  }

  /**
   * Reads devices concurrently as their links allow, so that an unresponsive device delays no other. Values that are
   * missing at the deadline are `Timeout`.
   */
  async read(rows: readonly RequestedParam[]): Promise<Map<number, RealtimeResult>> {
    const dueAt = this.#options.clock.now() + deadlineMs
    const results = new Map<number, RealtimeResult>()
    const readNet = async (devices: Iterator<readonly RequestedParam[]>): Promise<void> => {
      for (let next = devices.next(); next.done !== true; next = devices.next()) {
        for (const [id, result] of await this.#readDevice(next.value, dueAt)) results.set(id, result)
      }
    }
    const nets = Map.groupBy(rows, ({ netId }) => netId)
    const readers = Array.from(nets.values(), (own) => {
      const devices = Map.groupBy(own, ({ deviceId }) => deviceId)
      const next = devices.values()
      return Array.from({ length: Math.min(atOnce, devices.size) }, () => readNet(next))
    })
    await Promise.all(readers.flat())
    return results
  }

  async #readDevice(rows: readonly RequestedParam[], dueAt: number): Promise<Map<number, RealtimeResult>> {
    const [device] = rows
    if (device === undefined) return new Map()
    const obstacle = obstacleOf(device)
    const link = this.#options.link(device.netId)
    if (obstacle !== null || link === undefined) {
      return new Map(rows.map(({ id }) => [id, { err: obstacle ?? 'NoConnection' }]))
    }
    const { clock } = this.#options
    const leftMs = dueAt - clock.now()
    if (leftMs <= 0) return new Map(rows.map(({ id }) => [id, { err: 'Timeout' }]))
    const params = rows.map((row) => this.#paramOf(row))
    const plan = this.#planOf(device.deviceId)
    return readParams(this.#shared.over(link), device, params, {
      clock,
      priority: 'realtime',
      deadlineMs: leftMs,
      plan,
    })
  }

  #planOf(deviceId: number): DevicePlan {
    const plan = this.#plans.get(deviceId) ?? new DevicePlan()
    this.#plans.delete(deviceId)
    this.#plans.set(deviceId, plan)
    const [oldest] = this.#plans.keys()
    if (this.#plans.size > plansMax && oldest !== undefined) this.#plans.delete(oldest)
    return plan
  }

  /** A parameter as the field sees it. */
  #paramOf({ id, kind, address, format }: Pick<RequestedParam, 'id' | 'kind' | 'address' | 'format'>): FieldParam {
    const { count, valueType, codec, isLong } = this.#formats.of(format, kind)
    return { id, kind, address: address - codec.before, count, valueType, codec, isLong }
  }
}
