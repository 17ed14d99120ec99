import { VirtualClock } from '@busbar/kit'
import { compileValue, type Request, type ValueFormat } from '@busbar/modbus'
import type { ExchangeOptions, ExchangeResult, LinkStatus, ModbusClient } from '../modbus-client.ts'
import type { FieldDevice, FieldNet, FieldParam } from '../net.ts'
import type { PolledValues } from '../poll.ts'
import { Poller } from '../poller.ts'

export const startMs = Date.UTC(2026, 4, 4, 12)

export const param = (id: number, address: number, format: ValueFormat = { valueType: 'u16' }): FieldParam => {
  const codec = compileValue(format)
  const isLong = format.valueType === 'u64' || format.valueType === 's64'
  return {
    id,
    kind: 'holding',
    address: address - codec.before,
    count: codec.registers,
    valueType: format.valueType,
    codec,
    isLong,
  }
}

/** Consecutive u16 registers from 0. */
export const registers = (count: number, firstId = 1): FieldParam[] =>
  Array.from({ length: count }, (_, place) => param(firstId + place, place))

export const device = (id: number, fields: Partial<FieldDevice> = {}): FieldDevice => ({
  orgId: 1,
  netId: 1,
  id,
  name: `Device ${id}`,
  unit: id,
  periodSec: 10,
  readGroupSize: 60,
  retries: 1,
  params: registers(20),
  ...fields,
})

export const net = (devices: FieldDevice[], fields: Partial<FieldNet> = {}): FieldNet => ({
  orgId: 1,
  id: devices[0]?.netId ?? 1,
  name: 'Hall',
  isEnabled: true,
  protocol: 'modbustcp',
  controllerUnit: 1,
  passwords: [],
  ip: '192.0.2.7',
  port: 502,
  mac: null,
  timeoutMs: 1000,
  depth: 1,
  isKeylessAllowed: false,
  isPasswordUnprovenAllowed: false,
  isWritingAllowed: true,
  isPortKept: false,
  devices,
  ...fields,
})

export interface ReadRequest {
  unit: number
  address: number
  count: number
  atMs: number
  /** Response timeout; that of the network by default. */
  timeoutMs?: number
}

/** Responds at once by default; each register contains its own address. */
type Answer = (read: ReadRequest) => ExchangeResult<number[]> | Promise<ExchangeResult<number[]>>

const inOrder = ({ address, count }: ReadRequest): ExchangeResult<number[]> => ({
  ok: Array.from({ length: count }, (_, index) => address + index),
})

export interface Arrival {
  endpoint: { name: string }
}

/** A link for all networks: requests run one after another, and a request that is aborted while waiting is not sent. */
class FakeLink {
  readonly requests: ReadRequest[] = []
  readonly #clock: VirtualClock
  isConnected = true
  arrival: Arrival | null = null
  answer: Answer = inOrder
  /** Duration of the latest exchange. */
  meanExchangeMs: number | null = null
  #last: Promise<unknown> = Promise.resolve()

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  status(): LinkStatus {
    return { isConnected: this.isConnected, since: null, lastError: null, lastErrorOn: null }
  }

  ask: ModbusClient['ask'] = (unit, request, options) => {
    const turn = this.#last.then(() => this.#send(unit, request, options))
    this.#last = turn
    return turn as ReturnType<ModbusClient['ask']> as never
  }

  /** Response time of healthy units. */
  prompt: number | null = null
  promptMs = (): number | null => this.prompt

  transact: ModbusClient['transact'] = () => Promise.reject(new Error('polls are asked'))

  /** Result for a unit that does not respond. */
  timeout = (afterMs = 1000): Promise<ExchangeResult<number[]>> =>
    new Promise((resolve) => this.#clock.after(afterMs, () => resolve({ err: 'timeout' })))

  later = (afterMs: number, read: ReadRequest): Promise<ExchangeResult<number[]>> =>
    new Promise((resolve) => this.#clock.after(afterMs, () => resolve(inOrder(read))))

  async #send(unit: number, request: Request, { signal, timeoutMs }: ExchangeOptions): Promise<ExchangeResult<object>> {
    if (signal?.aborted) return { err: 'aborted' }
    if (!('address' in request && 'count' in request)) throw new Error('polls read')
    const { fn, address, count } = request
    const read: ReadRequest = { unit, address, count, atMs: this.#clock.now() }
    if (timeoutMs !== undefined) read.timeoutMs = timeoutMs
    this.requests.push(read)
    const outcome = await this.answer(read)
    this.meanExchangeMs = this.#clock.now() - read.atMs
    if (signal?.aborted) return { err: 'aborted' }
    if ('err' in outcome) return outcome
    return { ok: fn === 1 || fn === 2 ? { fn, bits: outcome.ok.map((bit) => bit & 1) } : { fn, words: outcome.ok } }
  }
}

/** A poller of these networks over a fake link, with a virtual clock. */
export const setUp = (nets: FieldNet[]) => {
  const clock = new VirtualClock()
  const link = new FakeLink(clock)
  const polls: PolledValues[] = []
  const wall = { aheadMs: startMs }
  let listener: (net: FieldNet | null, netId: number) => void = () => {}
  const errors: object[] = []
  const proofs: string[] = []
  const poller = new Poller({
    clock,
    now: () => new Date(clock.now() + wall.aheadMs),
    directory: {
      nets: () => nets,
      watch: (onChange) => {
        listener = onChange
        return () => {}
      },
    },
    field: { link: () => link },
    recorder: { record: (poll) => polls.push(poll) },
    claims: { proved: (at, { endpoint }) => proofs.push(`${at.id} ${endpoint.name}`) },
    log: { error: (details) => errors.push(details) },
  })
  const put = (changed: FieldNet | null, netId = changed?.id ?? 1): void => listener(changed, netId)
  return { clock, link, polls, poller, wall, put, errors, proofs }
}
