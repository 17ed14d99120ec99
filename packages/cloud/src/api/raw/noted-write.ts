import type { Exchange } from '../../field/exchange.ts'
import { failureReason } from '../../polling/reasons.ts'
import type { Call } from '../../service.ts'
import { record } from '../audit/record.ts'
import { lockOrg } from '../lock-org.sql.ts'
import type { Connection } from './connection.contract.ts'
import { isWritingAllowed } from './gateways.sql.ts'
import { type Opened, openConnection } from './open-connection.ts'
import type { Told } from './read-registers.ts'

/** A write for the record, without secrets. */
export interface Note {
  action: string
  what: { unit: number } & Record<string, unknown>
}

type Work<T> = (exchange: Exchange) => Promise<Told<T>>
type Net = NonNullable<Opened['net']>

/** From its arrival on: a write whose turn has not come by then is not sent. */
const turnMs = 30_000

/** Writes where the caller may, and leaves a trace: in the record of the network's organization, or in the log where it is nobody's. */
export const notedWrite = async <T>(
  call: Call,
  connection: Connection,
  note: Note,
  work: Work<T>,
): Promise<Told<T>> => {
  const opened = await openConnection(call, connection, 'write')
  if (opened.net !== null) return recordedWrite(call, opened.net, note, () => opened.use(work))
  const { action, what } = note
  const trace = { account: call.caller.accountId, action, ...what }
  call.log.info(trace, 'raw write')
  const told = await opened.use(work)
  call.log.info({ ...trace, outcome: outcomeOf(told) }, 'raw write')
  return told
}

/** While nobody else writes to the device. What will be done is stored before it is, and what became of it afterwards. */
const recordedWrite = async <T>(call: Call, net: Net, note: Note, work: () => Promise<Told<T>>): Promise<Told<T>> => {
  const { clock, writing, log } = call
  const place = { netId: net.netId, unit: note.what.unit }
  const told = await writing.alone(place, clock.now() + turnMs, async (lock): Promise<Told<T>> => {
    const command = writing.newCommandId()
    const objection = await recordIntent(call, net, note, command)
    if (objection !== null) return { err: objection }
    // Another node may have the device by now.
    const done = lock.isLost ? { err: failureReason('no-connection') } : await work()
    // The device has done what it has done: the caller is told so even if it cannot be stored.
    await recordOutcome(call, net, note, { command, outcome: outcomeOf(done) }).catch((error: unknown) =>
      log.error({ err: error }, 'the outcome of a raw write was not recorded'),
    )
    return done
  })
  return told ?? { err: failureReason('expired') }
}

const outcomeOf = (told: Told<unknown>): string => ('err' in told ? told.err : 'done')

const recordIntent = ({ db, ...doer }: Call, net: Net, { action, what }: Note, command: string) =>
  db.tx(async (tx) => {
    await lockOrg(tx, net.orgId)
    if (!(await isWritingAllowed(tx, net.orgId, net.netId))) return notAllowed
    const after = { ...what, command }
    await record(tx, net.orgId, doer, { action, objectKind: 'net', objectId: net.netId, after })
    return null
  })

const notAllowed = 'Writing is not allowed in this network: an owner of the organization can allow it.'

const recordOutcome = ({ db, ...doer }: Call, net: Net, { action }: Note, after: object) =>
  db.tx((tx) =>
    record(tx, net.orgId, doer, { action: `${action}-outcome`, objectKind: 'net', objectId: net.netId, after }),
  )
