import { Refusal } from '@busbar/wire/server'
import type { Doer } from '../../audit/record.ts'
import type { NetLink } from '../../field/net-link.ts'
import { failureReason } from '../../field/reasons.ts'
import type { Service } from '../../service.ts'
import { notWritable, refusalText } from './check.rules.ts'
import type { Words } from './commands.rules.ts'
import { factsToWrite, type WriteFacts } from './facts.sql.ts'
import type { HeldLock } from './node-locks.ts'
import { type Command, recordIntent, recordOutcome } from './records.ts'
import { codecOf, heldAs, type ParamCodec, type Value, valueIn } from './value.rules.ts'
import { mayHaveChanged, type Verdict, verdictOf } from './verdict.rules.ts'
import { WireTalk } from './wire-talk.ts'
import { needsOld, type Wish, wantedText, wishFor, wishProblem } from './wish.rules.ts'

/** What a write needs of the service, and who does it. */
export type WriteCall = Pick<Service, 'db' | 'clock' | 'field' | 'writing'> & Doer

/** Values are as people see them; `oldValue` is missing where the registers held none. */
export type Written = { ok: { oldValue?: string; newValue: string; facts: WriteFacts } } | { err: string }

/** From the arrival of the wish on: what was not sent by then never is. */
const deadlineMs = 30_000

/**
 * Changes a parameter's value: checks, waits for the device, reads, records what will be done, does it once, reads back, records what
 * became of it. An `err` that begins with `unclear:` says that nobody knows; after any other the device holds what it held.
 */
export const writeParam = async (call: WriteCall, orgId: number, paramId: number, given: Wish): Promise<Written> => {
  const dueAt = call.clock.now() + deadlineMs
  const facts = await factsToWrite(call.db.sql, orgId, paramId, call.caller.accountId)
  if (facts === undefined) throw new Refusal('ObjectNotFound')
  const refusal = notWritable(facts)
  if (refusal !== null) return { err: refusal }
  const codec = codecOf(facts)
  const wish = wishFor(facts, given)
  const problem = wishProblem(wish, codec, facts.valueType)
  if (problem !== null) return { err: problem }
  const link = call.field.link(facts.netId)
  if (link === undefined) return { err: failureReason('no-connection') }
  const done = await call.writing.alone(facts, dueAt, (lock) =>
    inTurn({ call, orgId, facts, codec, wish, link, lock, dueAt }),
  )
  return done ?? { err: failureReason('expired') }
}

interface Job {
  call: WriteCall
  orgId: number
  facts: WriteFacts
  codec: ParamCodec
  wish: Wish
  link: NetLink
  lock: HeldLock
  dueAt: number
}

/** While nobody else writes to the device. */
const inTurn = async ({ call, orgId, facts, codec, wish, link, lock, dueAt }: Job): Promise<Written> => {
  const { writing, clock } = call
  const count = codec.shown.registers
  const talk = new WireTalk({ facts, exchange: link, writing, count, clock, dueAt })
  const before = await talk.read()
  if ('err' in before) return { err: failureReason(before.err) }
  const held = valueIn(codec, before.ok)
  if ('err' in held && needsOld(wish)) return { err: held.err }
  const old = 'ok' in held ? held.ok : null
  const wanted = wantedOf(wish, codec, old)
  if ('err' in wanted) return wanted

  const command: Command = { id: writing.newCommandId(), by: wish.by, facts, old, wanted: wanted.value }
  const objection = await recordIntent(call, orgId, command)
  if (objection !== null) return { err: objection }
  // Another node may have it by now.
  const sent = lock.isLost
    ? { done: 0, of: 1, failure: 'no-connection' as const, isUnsent: true }
    : await talk.write(wanted.words)
  const readBack = mayHaveChanged(sent) ? await talk.readBack() : null
  const after = readBack && ('ok' in readBack ? valueIn(codec, readBack.ok) : { err: failureReason(readBack.err) })
  const verdict = verdictOf(sent, { old, wanted: wanted.value, after })
  await recordOutcome(call, orgId, command, verdict)
  return answerOf(verdict, old, facts)
}

const wantedOf = (
  wish: Wish,
  codec: ParamCodec,
  old: Value | null,
): { words: Words; value: Value } | { err: string } => {
  const text = wantedText(wish, codec, old)
  const encoded = codec.shown.encode(text ?? '')
  if ('err' in encoded) return { err: refusalText(encoded.err) }
  const value = heldAs(codec, text ?? '')
  return value === null ? { err: 'The registers cannot hold the value.' } : { words: encoded.ok, value }
}

const answerOf = (verdict: Verdict, old: Value | null, facts: WriteFacts): Written => {
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
