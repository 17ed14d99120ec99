import { type Fence, lostFences } from '@busbar/database'
import { failureReason, type ModbusClient } from '@busbar/polling'
import type { RawWrite } from '../../accounts/audit/actions.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Result } from '../../field/raw/read-registers.ts'
import type { CommandCall } from '../needs.ts'
import { movedToOtherNode } from '../writing/command-records.ts'
import { recordedDevice } from '../writing/writing.ts'
import type { Connection } from './connection.contract.ts'
import { isWritingAllowed } from './gateways.sql.ts'
import { type OpenedConnection, openConnection } from './open-connection.ts'

/** A write for the record, without secrets. */
export interface Note {
  action: `raw.${RawWrite}`
  details: { unit: number } & Record<string, unknown>
}

type Work<T> = (client: ModbusClient) => Promise<Result<T>>

/** From its arrival on: a write whose turn has not come by then is not sent. */
const turnMs = 30_000

/** `auditPending`: the outcome is recorded once the database takes it. */
type AuditedResult<T> = Result<T> & { auditPending?: true }

/**
 * Writes where the caller may, while no other command goes to the device. What will be done is stored before it is, and what became of it
 * afterwards: in the record of the network's organization, or of the caller's where it belongs to no network.
 */
export const auditedWrite = async <T>(
  call: CommandCall<'account'>,
  connection: Connection,
  note: Note,
  work: Work<T>,
): Promise<AuditedResult<T>> => {
  const { clock, writing, outcomes } = call
  const opened = await openConnection(call, connection, 'write')
  const { auditTarget } = opened
  const device = recordedDevice({ ...auditTarget, unit: note.details.unit })
  const result = await writing.withDeviceLock(device, clock.now() + turnMs, async (lock): Promise<AuditedResult<T>> => {
    const command = writing.newCommandId()
    const objection = await recordIntent(call, opened, note, command)
    if (objection !== null) return { err: objection }
    // Another node may have the device by now.
    const outcome = lock.isLost ? { err: failureReason('no-connection') } : await opened.use(work)
    const { auditPending } = await outcomes.record(call, {
      ...auditTarget,
      action: `${note.action}-outcome`,
      after: { command, outcome: outcomeOf(outcome) },
    })
    return { ...outcome, ...(auditPending && { auditPending }) }
  })
  return result ?? { err: failureReason('expired') }
}

const outcomeOf = (result: Result<unknown>): string => ('err' in result ? result.err : 'done')

const recordIntent = (
  { db, ...actor }: CommandCall<'account'>,
  { netId, auditTarget: { orgId, ...object }, fence }: OpenedConnection,
  { action, details }: Note,
  command: string,
) =>
  db.tx(async (tx) => {
    // First: who waits for the organization while it holds a lease keeps a dead node's networks from others.
    await lockOrg(tx, orgId)
    const currentFence: Fence | null = fence()
    if (currentFence !== null && (await lostFences(tx, [currentFence])).length > 0) return movedToOtherNode
    if (netId !== null && !(await isWritingAllowed(tx, orgId, netId))) return notAllowed
    await record(tx, orgId, actor, { action, ...object, after: { ...details, command } })
    return null
  })

const notAllowed = 'Writing is not allowed in this network: an owner of the organization can allow it.'
