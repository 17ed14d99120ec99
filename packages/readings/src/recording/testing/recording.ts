import { type Database, type Queries, Statement, type Transactions, type Tx } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import type { ValueType } from '@busbar/modbus'
import type { PolledParam } from '@busbar/polling'
import type { Recorder } from '../recorder.ts'

export const orgId = 1

/** A clock whose alarms ring at once: who waits for one gets on as soon as all else has had its turn. */
export const hastyClock: Clock = {
  now: () => performance.now(),
  after(_delayMs, act) {
    const alarm = setImmediate(act)
    return () => clearImmediate(alarm)
  },
}

/** An organization with these devices. A device's parameters are numbered from a hundred times its id, plus one. */
export const addDevices = async (sql: Queries, deviceIds: readonly number[], paramsCount = 9): Promise<void> => {
  await sql`insert into org (id, name) values (${orgId}, 'Test') on conflict do nothing`
  await sql`insert into net (org_id, id, name, slug, created_on) values (${orgId}, 1, 'Hall', 'hall', now()) on conflict do nothing`
  await sql`
    insert into device (org_id, id, net_id, name, slug, modbus_unit_id, created_on)
    select ${orgId}, id, 1, 'Meter', 'meter-' || id, 1, now() from unnest(${[...deviceIds]}::bigint[]) id`
  await sql`
    insert into param (org_id, id, device_id, name, slug, address, register_kind, value_type)
    select ${orgId}, d * 100 + i, d, '{}', 'p' || i, i, 'holding', 'u16'
    from unnest(${[...deviceIds]}::bigint[]) d, generate_series(1, ${paramsCount}::int) i`
}

export const paramsOf = (deviceId: number, valueTypes: readonly ValueType[]): PolledParam[] =>
  valueTypes.map((valueType, i) => ({ id: deviceId * 100 + i + 1, valueType }))

/** Resolves when nothing waits any more. */
export const drained = (recorder: Recorder): Promise<void> => until(() => recorder.status().queuedPolls === 0)

/**
 * Fault of a transaction: it cannot begin, its connection is cut before its n-th statement (which is then delayed), or
 * the result of its commit is lost.
 */
export type Fault = 'refused' | { cutBefore: number; heldTill?: Promise<void> } | 'unheard'

const cutOff = (): Error => Object.assign(new Error('The test cut the connection'), { code: 'CONNECTION_CLOSED' })

/** A database whose next transactions suffer these faults, one each. */
export const faulty = (db: Database, faults: (Fault | null)[]): Transactions => ({
  sql: db.sql,
  async tx(work) {
    const fault = faults.shift() ?? null
    if (fault === 'refused') throw cutOff()
    const result = await db.tx((tx) => cutting(db, tx, fault, work))
    if (fault === 'unheard') throw cutOff()
    return result
  },
})

const cutting = async <T>(db: Database, tx: Tx, fault: Fault | null, work: (tx: Tx) => Promise<T>): Promise<T> => {
  if (fault === null || typeof fault === 'string') return work(tx)
  const [me] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
  const cut = () => db.sql`select pg_terminate_backend(${me.pid}::int, 5000)`
  let statements = 0
  const cuttable = new Proxy(tx, {
    apply(target, self, args) {
      const made: unknown = Reflect.apply(target, self, args)
      // A part of a statement is not sent: only what is awaited counts.
      if (made instanceof Statement) {
        const sent = made.then.bind(made)
        // oxlint-disable-next-line unicorn/no-thenable -- a statement is one already
        made.then = (onDone, onFailed) => {
          const before =
            statements++ === fault.cutBefore ? cut().then(() => fault.heldTill) : Promise.resolve<void>(undefined)
          return before.then(() => sent()).then(onDone, onFailed)
        }
      }
      return made
    },
  })
  const result = await work(cuttable)
  // Whatever was still to be sent: the commit is not.
  if (statements <= fault.cutBefore) await cut()
  return result
}
