import type { Database } from '@busbar/database'
import type { Clock } from '@busbar/kit'
import { failureReason, withOrigin } from '@busbar/polling'
import { Refusal } from '@busbar/wire/server'
import type { Actor } from '../../accounts/audit/record.ts'
import type { NetLink } from '../../field/link/net-link.ts'
import type { CommandOutcomes } from './command-outcomes.ts'
import { type Command, outcomeOf, recordIntent } from './command-records.ts'
import type { Words } from './commands.rules.ts'
import { factsToWrite, type WriteFacts } from './facts.sql.ts'
import type { HeldLock } from './node-locks.ts'
import { ParamRegisters } from './param-registers.ts'
import { notWritable, refusalText } from './refusals.rules.ts'
import { codecOf, nearestValue, type ParamCodec, type Value, valueIn } from './value.rules.ts'
import { mayHaveChanged, type Verdict, verdictOf } from './verdict.rules.ts'
import { needsOld, requestFor, requestProblem, type WriteRequest, wantedText } from './write-request.rules.ts'
import type { Writing } from './writing.ts'

/** Dependencies of a write, and its actor. */
export interface WriteCall extends Actor {
  db: Pick<Database, 'sql'>
  clock: Clock
  field: { link(netId: number): NetLink | undefined }
  writing: Writing
  outcomes: Pick<CommandOutcomes, 'record'>
}

type WriteAnswer = { ok: { oldValue?: string; newValue: string; facts: WriteFacts } } | { err: string }

/** Values are as people see them; `oldValue` is missing where the registers held none. */
export type WriteResult = WriteAnswer & {
  /** The command was sent, and its outcome is recorded once the database takes it. */
  auditPending?: true
}

/** From the arrival of the request on: what was not sent by then never is. */
const deadlineMs = 30_000

/**
 * Writes a parameter: checks it, waits for the device, reads, records the intent, writes once, reads back and records
 * the outcome. An `err` with the prefix `unclear:` means that the outcome is unknown; after any other the device's
 * value is unchanged.
 */
export const writeParam = async (
  call: WriteCall,
  orgId: number,
  paramId: number,
  input: WriteRequest,
): Promise<WriteResult> => {
  const dueAt = call.clock.now() + deadlineMs
  const facts = await factsToWrite(call.db.sql, orgId, paramId, call.caller.accountId)
  if (facts === undefined) throw new Refusal('ObjectNotFound')
  const refusal = notWritable(facts)
  if (refusal !== null) return { err: refusal }
  const codec = codecOf(facts)
  const request = requestFor(facts, input)
  const problem = requestProblem(request, codec, facts.valueType)
  if (problem !== null) return { err: problem }
  const link = call.field.link(facts.netId)
  if (link === undefined) return { err: failureReason('no-connection') }
  const result = await call.writing.withDeviceLock(facts, dueAt, (lock) =>
    writeLocked({ call, orgId, facts, codec, request, link, lock, dueAt }),
  )
  return result ?? { err: failureReason('expired') }
}

interface WriteJob {
  call: WriteCall
  orgId: number
  facts: WriteFacts
  codec: ParamCodec
  request: WriteRequest
  link: NetLink
  lock: HeldLock
  dueAt: number
}

/** While no other command goes to the device. */
const writeLocked = async ({
  call,
  orgId,
  facts,
  codec,
  request,
  link,
  lock,
  dueAt,
}: WriteJob): Promise<WriteResult> => {
  const { writing, clock } = call
  const count = codec.shown.registers
  const client = withOrigin(link, { kind: 'write', person: call.caller.accountName })
  const registers = new ParamRegisters({ facts, client, writing, count, clock, dueAt })
  const before = await registers.read()
  if ('err' in before) return { err: failureReason(before.err) }
  const current = valueIn(codec, before.ok)
  if ('err' in current && needsOld(request)) return { err: current.err }
  const old = 'ok' in current ? current.ok : null
  const wanted = wantedOf(request, codec, old)
  if ('err' in wanted) return wanted

  const command: Command = { id: writing.newCommandId(), by: request.by, facts, old, wanted: wanted.value }
  const objection = await recordIntent(call, orgId, command, link.fence)
  if (objection !== null) return { err: objection }
  // Another node may have it by now.
  const sent = lock.isLost
    ? { done: 0, total: 1, failure: 'no-connection' as const, isUnsent: true }
    : await registers.write(wanted.words)
  const readBack = mayHaveChanged(sent) ? await registers.readBack() : null
  const after = readBack && ('ok' in readBack ? valueIn(codec, readBack.ok) : { err: failureReason(readBack.err) })
  const verdict = verdictOf(sent, { old, wanted: wanted.value, after })
  const { auditPending } = await call.outcomes.record(call, outcomeOf(orgId, command, verdict))
  return { ...answerOf(verdict, old, facts), ...(auditPending && { auditPending }) }
}

const wantedOf = (
  request: WriteRequest,
  codec: ParamCodec,
  old: Value | null,
): { words: Words; value: Value } | { err: string } => {
  const text = wantedText(request, codec, old)
  const encoded = codec.shown.encode(text ?? '')
  if ('err' in encoded) return { err: refusalText(encoded.err) }
  const value = nearestValue(codec, text ?? '')
  return value === null ? { err: 'The registers cannot hold the value.' } : { words: encoded.ok, value }
}

const answerOf = (verdict: Verdict, old: Value | null, facts: WriteFacts): WriteAnswer => {
  switch (verdict.outcome) {
    case 'done':
      return { ok: { ...(old !== null && { oldValue: old.shown }), newValue: verdict.value, facts } }
    case 'unclear':
      return { err: `unclear: ${verdict.why}` }
    case 'refused':
    case 'not-sent':
      return { err: verdict.reason }
  }
}
