import { type Database, type Fence, lostFences } from '@busbar/database'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { type Actor, record } from '../../accounts/audit/record.ts'
import type { CommandOutcome } from './command-outcomes.ts'
import { factsToWrite, type WriteFacts } from './facts.sql.ts'
import type { Value } from './value.rules.ts'
import type { Verdict } from './verdict.rules.ts'
import type { WriteRequest } from './write-request.rules.ts'

/** A command as it is remembered. */
export interface Command {
  /** The same in both of its records. */
  id: string
  by: WriteRequest['by']
  facts: WriteFacts
  old: Value | null
  wanted: Value
}

/** Not `db.tx`, which drops cached roles: records change no rights. */
type RecordingCall = Actor & { db: Pick<Database, 'sql'> }

/**
 * Records the intent before the command is sent. While the command waited for its device, the parameter or the
 * permission may have changed, or the network may have moved to another node: then this returns the reason, and nothing
 * may be sent.
 */
export const recordIntent = (
  call: RecordingCall,
  orgId: number,
  command: Command,
  fence: Fence | null,
): Promise<string | null> =>
  call.db.sql.begin(async (tx) => {
    const { id, by, facts, old, wanted } = command
    // On one connection, so one after the other; together they take one trip to the database. The organization first: who waits for it while
    // it holds a lease keeps a dead node's networks from others.
    const [, lost, current] = await Promise.all([
      lockOrg(tx, orgId),
      fence === null ? [] : lostFences(tx, [fence]),
      factsToWrite(tx, orgId, facts.id, call.caller.accountId),
    ])
    if (lost.length > 0) return movedToOtherNode
    if (JSON.stringify(current) !== JSON.stringify(facts))
      return 'The parameter, or the right to write it, was changed meanwhile.'
    await record(tx, orgId, call, {
      action: 'param.write',
      objectKind: 'param',
      objectId: facts.id,
      before: { value: old?.shown ?? null },
      after: { value: wanted.shown, command: id, by },
    })
    return null
  })

export const movedToOtherNode = 'The network went to another node meanwhile, and nothing was sent. Try again.'

/** For the record of what became of it. A command that has none was interrupted by a crash: at the next start it is recorded as unclear. */
export const outcomeOf = (orgId: number, command: Command, verdict: Verdict): CommandOutcome => ({
  orgId,
  action: 'param.write-outcome',
  objectKind: 'param',
  objectId: String(command.facts.id),
  before: { value: command.old?.shown ?? null },
  after: { ...verdict, wanted: command.wanted.shown, command: command.id },
})
