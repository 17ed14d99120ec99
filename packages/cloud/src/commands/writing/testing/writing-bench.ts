import assert from 'node:assert/strict'
import { after, before, type TestContext } from 'node:test'
import { at, VirtualClock } from '@busbar/kit'
import { answerFrom, type Bank, exceptionPdu, MemoryBank } from '@busbar/modbus'
import { listen } from '@busbar/modbus/net'
import type { Role } from '../../../accounts/access/roles.ts'
import { Dialer } from '../../../field/dialling/dialer.ts'
import { RawAllow } from '../../../field/dialling/raw-allow.ts'
import { Field } from '../../../field/field.ts'
import { netOf } from '../../../field/testing/test-field.ts'
import { startApi, type TestApi, type TestApiOptions } from '../../../testing/api.ts'
import { FaultProxy } from '../../../testing/fault-proxy.ts'

/** Functions that change something. */
const writes = [5, 6, 15, 16, 22, 23]
const illegalFunction = 1

/** Devices at a socket, which count what reaches them. */
class Devices {
  readonly banks = new Map<number, Bank>()
  /** Functions that they do not know. */
  readonly unknown = new Set<number>()
  /** Functions that they are deaf to, and those that they do without a word. */
  readonly deafTo = new Set<number>()
  readonly muteAbout = new Set<number>()
  /** Units that are deaf to everything. */
  readonly deafUnits = new Set<number>()
  /** The functions of all requests, in their order. */
  requestedFns: number[] = []
  /** Told before a request is answered; a promise holds the answer back. */
  onRequest: (fn: number) => unknown = () => {}

  get written(): number[] {
    return this.requestedFns.filter((fn) => writes.includes(fn))
  }

  answer(unit: number, pdu: Uint8Array): Uint8Array | undefined | Promise<Uint8Array | undefined> {
    const fn = at(pdu, 0)
    if (this.deafUnits.has(unit)) return undefined
    const bank = this.banks.get(unit)
    assert.ok(bank, `unit ${unit} was asked`)
    this.requestedFns.push(fn)
    const pause = this.onRequest(fn)
    const copy = pdu.slice()
    return pause instanceof Promise ? pause.then(() => this.#answer(bank, copy)) : this.#answer(bank, pdu)
  }

  #answer(bank: Bank, pdu: Uint8Array): Uint8Array | undefined {
    const fn = at(pdu, 0)
    if (this.deafTo.has(fn)) return undefined
    const answer = this.unknown.has(fn) ? exceptionPdu(fn, illegalFunction) : answerFrom(bank, pdu)
    return this.muteAbout.has(fn) ? undefined : answer
  }
}

export interface WritingBench extends TestApi {
  devices: Devices
  bank: MemoryBank
  proxy: FaultProxy
  field: Field
  netId: number
  /** Ends the connection, if there is one, and makes another. */
  reconnect(): Promise<void>
  /** A device of its own with these parameters; gives their ids. */
  addDevice(device: NewDevice, params: readonly NewParam[]): Promise<number[]>
  /** A parameter of a device of its own. */
  paramOf(param: Omit<NewParam, 'slug'>, device?: Partial<NewDevice>): Promise<number>
  post(path: string, body: object, as?: Role): Promise<unknown>
  write(paramId: number, newValue: string, more?: object): Promise<unknown>
  auditOf(paramId: number): Promise<readonly AuditRow[]>
  /** Holding registers of unit 1. */
  wordsAt(address: number, count: number): number[]
}

interface AuditRow {
  action: string
  who: string
  from: string
  objectId: string
  before: object
  after: Record<string, unknown>
}

interface NewDevice {
  slug: string
  unit?: number
  writeFunction?: string
  retries?: number
}
export interface NewParam {
  slug: string
  address: number
  valueType: string
  registerKind?: string
  order?: string
  bitPosition?: number
  bitsAmount?: number
  multiplier?: string
  precision?: number
  min?: string
  max?: string
  enum?: object
  nanValues?: string[]
  coding?: object
  unitName?: string
  isProgrammable?: boolean
}

/** A service, a network behind a proxy, and a device of plain memory as unit 1; time is the test's. */
const startBench = async (t: Pick<TestContext, 'after'>, options: TestApiOptions): Promise<WritingBench> => {
  const clock = new VirtualClock()
  const devices = new Devices()
  const bank = new MemoryBank()
  devices.banks.set(1, bank)
  const server = await listen({ port: 0, envelope: 'tcp', handler: (unit, pdu) => devices.answer(unit, pdu) })
  const proxy = await new FaultProxy({ targetPort: server.port, clock }).start()
  const dialer = new Dialer({ rawAllow: RawAllow.of('127.0.0.0/8:1-65535') })
  const field = new Field({ clock, now: () => new Date(clock.now()), random: () => 0, dialer })
  const api = await startApi(t, { ...options, clock, field })
  const { orgId, service } = api
  const { sql } = service.db
  const [net] = await sql<{ id: number }[]>`
    insert into net (org_id, name, slug, ip, port, created_on)
    values (${orgId}, 'Hall', 'hall', '127.0.0.1', ${proxy.port}, ${service.now()}) returning id`
  assert.ok(net)
  const reconnect = async (): Promise<void> => {
    field.remove(net.id)
    const connected = new Promise<void>((resolve) => {
      const end = field.onConnection(({ isConnected }) => {
        if (!isConnected) return
        end()
        resolve()
      })
    })
    field.apply(netOf({ orgId, id: net.id, ip: '127.0.0.1', port: proxy.port }))
    await connected
  }
  field.start()
  await reconnect()
  t.after(async () => {
    field.stop()
    await proxy.stop()
    await server.close()
  })
  const addDevice: WritingBench['addDevice'] = async (device, params) => {
    const { slug, unit = 1, writeFunction = 'normal', retries = 0 } = device
    const [made] = await sql<{ id: number }[]>`
      insert into device (org_id, net_id, name, slug, modbus_unit_id, write_function, modbus_timeout_retries_num, created_on)
      values (${orgId}, ${net.id}, ${slug}, ${slug}, ${unit}, ${writeFunction}, ${retries}, ${service.now()}) returning id`
    assert.ok(made)
    const ids: number[] = []
    for (const param of params) ids.push(await insertParam(api, made.id, param))
    return ids
  }
  const post: WritingBench['post'] = async (path, body, as = 'operator') =>
    (await api.call(as, 'POST', path, body)).body
  let count = 0
  const paramOf: WritingBench['paramOf'] = async (param, device = {}) => {
    count += 1
    const [id = 0] = await addDevice({ slug: `d${count}`, ...device }, [{ slug: 'p', ...param }])
    return id
  }
  const write: WritingBench['write'] = (id, newValue, more) => post(`/param/${id}/write/`, { newValue, ...more })
  const auditOf = (id: number) => sql<AuditRow[]>`
    select action, account_name as who, from_address as "from", object_id as "objectId", before, after
    from audit where object_kind = 'param' and object_id = ${String(id)} order by id`
  const wordsAt = (address: number, words: number): number[] => [...bank.holding.subarray(address, address + words)]
  const acts = { reconnect, addDevice, paramOf, post, write, auditOf, wordsAt }
  return { ...api, ...acts, devices, bank, proxy, field, netId: net.id }
}

/** Inside `describe`: one bench for all of its tests. */
export const shareBench = (
  prepare: (bench: WritingBench) => void,
  options: () => TestApiOptions | Promise<TestApiOptions> = () => ({}),
): void => {
  const ends: (() => unknown)[] = []
  before(async () => prepare(await startBench({ after: (end) => ends.push(end as () => unknown) }, await options())))
  after(async () => {
    for (const end of ends) await end()
  })
}

const insertParam = async ({ service, orgId }: TestApi, deviceId: number, param: NewParam): Promise<number> => {
  const { sql } = service.db
  const { bitPosition = null, bitsAmount = null, precision = null, min = null, max = null, unitName = null } = param
  const [made] = await sql<{ id: number }[]>`
    insert into param (org_id, device_id, name, slug, address, register_kind, value_type, byte_order, bit_position,
                       bits_amount, multiplier, precision, min, max, enum, unit_name, is_programmable,
                       nan_values, coding)
    values (${orgId}, ${deviceId}, '{"en": "Value"}', ${param.slug}, ${param.address}, ${param.registerKind ?? 'holding'},
            ${param.valueType}, ${param.order ?? 'ABCD'}, ${bitPosition}, ${bitsAmount}, ${param.multiplier ?? '1'},
            ${precision}, ${min}, ${max}, ${param.enum ? sql.json(param.enum) : null}, ${unitName},
            ${param.isProgrammable ?? true}, ${param.nanValues ? sql.json(param.nanValues) : null},
            ${param.coding ? sql.json(param.coding) : null})
    returning id`
  assert.ok(made)
  return made.id
}
