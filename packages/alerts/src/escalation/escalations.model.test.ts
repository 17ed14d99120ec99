import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Database, Sql } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { type Fault, faulty, orgId } from '@busbar/readings/testing'
import * as fc from 'fast-check'
import type { AlertState } from '../alert-state.ts'
import { judged } from '../engine/testing/judged.ts'
import { putOccurrences } from '../store/occurrences.sql.ts'
import { Escalations } from './escalations.ts'
import { alertId, cleanOrg, minuteMs, putContact, putGroup, putPolicy } from './testing/escalation.ts'

const beganOn = Date.UTC(2026, 2, 1, 12)
const afterMinutes = [0, 3, 7]
const repeatMinutes = 12
const rounds = 3
/** How long all rounds take. */
const wholeMinutes = rounds * repeatMinutes

type Command =
  | { do: 'wait'; minutes: number; nodes: 0 | 1 | 2; faults: (Fault | null)[] }
  | { do: 'duty'; first: number }
  | { do: 'contacts'; ids: number[] }
  | { do: 'confirm' | 'over' }

const fault = fc.oneof(
  fc.constantFrom<Fault | null>(null, null, 'refused', 'unheard'),
  fc.nat(9).map((cutBefore) => ({ cutBefore })),
)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.integer({ min: 1, max: 9 }),
      nodes: fc.constantFrom<0 | 1 | 2>(0, 1, 1, 2),
      faults: fc.array(fault, { maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('duty' as const), first: fc.constantFrom(2, 3, 4) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('contacts' as const),
      ids: fc.uniqueArray(fc.constantFrom(1, 2, 5), { minLength: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('confirm' as const, 'over' as const) }) },
)

const inOrder = (ids: Iterable<number>): number[] => [...ids].toSorted((one, other) => one - other)

/** Contacts that each step must notify from this time. */
interface Plan {
  on: number
  onDuty: number
  contacts: readonly number[]
}

/** Steps notify: some contacts; those on duty; both. */
const expected = ({ onDuty, contacts }: Plan, step: number): number[] => {
  const all = step === 0 ? contacts : step === 1 ? [onDuty] : [...contacts, onDuty]
  return inOrder(new Set(all))
}

const putPlan = async (sql: Sql, { onDuty, contacts }: Plan): Promise<void> => {
  await putGroup(sql, { id: 1, members: [2, 3, 4], rotation: { kind: 'by-hand', onDutyId: onDuty } })
  const targets = [{ contactIds: [...contacts] }, { groupIds: [1] }, { contactIds: [...contacts], groupIds: [1] }]
  const steps = targets.map((target, place) => ({ afterMinutes: afterMinutes[place] ?? 0, ...target }))
  await putPolicy(sql, { steps, repeatMinutes, rounds })
}

const run = async (db: Database, commands: readonly Command[]): Promise<void> => {
  const { sql } = db
  await sql`delete from escalation`
  await sql`delete from message`
  let on = beganOn
  let downMs = 0
  let endedOn: { confirmed?: number; over?: number } = {}
  const plans: Plan[] = [{ on, onDuty: 2, contacts: [1] }]
  const state = {
    on: 0,
    conditions: [],
    episode: { no: 1, startedOn: on, confirmed: null, clearedOn: null, closedOn: null },
  }
  const watched = { alert: judged({ conditions: [] }), state: state as unknown as AlertState }
  const change = async (next: Partial<Plan>): Promise<void> => {
    plans.push({ ...(plans.at(-1) as Plan), ...next, on })
    await putPlan(sql, plans.at(-1) as Plan)
  }
  const occurrence = () =>
    db.tx((tx) => {
      const { confirmed, over } = endedOn
      const by = confirmed === undefined ? null : { on: confirmed, from: 'Olena', comment: null }
      const how = {
        confirmed: by,
        overOn: over ?? null,
        isClosed: over !== undefined,
        isHeld: false,
        isFlapping: false,
      }
      const key = { orgId, alertId, episode: 1, isEndTold: true, isEscalated: true }
      return putOccurrences(tx, [{ ...key, on, occurredOn: beganOn, ...how }])
    })
  /** Nodes that live for one look at what is due. */
  const look = async (count: number, faults: (Fault | null)[]): Promise<void> => {
    const nodes = Array.from({ length: count }, () => {
      const log = { error: () => undefined }
      return new Escalations({
        db: faulty(db, faults),
        clock: new VirtualClock(),
        now: () => new Date(on),
        watched: () => watched,
        log,
      })
    })
    await Promise.all(nodes.map((node) => node.start()))
    await Promise.all(nodes.map((node) => node.settled()))
    await Promise.all(nodes.map((node) => node.stop()))
  }
  /** Minute by minute, without those in which nothing is due. */
  const wait = async (minutes: number, count: number, faults: (Fault | null)[]): Promise<void> => {
    const till = on + minutes * minuteMs
    if (count === 0 || faults.length > 0) downMs += minutes * minuteMs
    if (count === 0) on = till
    while (on < till) {
      const [next] = await sql<{ dueOn: Date }[]>`select due_on as "dueOn" from escalation where due_on is not null`
      const dueOn = next === undefined ? till : Math.ceil(next.dueOn.getTime() / minuteMs) * minuteMs
      on = Math.min(till, Math.max(dueOn, on + minuteMs))
      if (next !== undefined && next.dueOn.getTime() <= on) await look(count, faults)
    }
    on = till
  }
  await putPlan(sql, plans[0] as Plan)
  await occurrence()
  await look(1, [])
  for (const one of commands) {
    if (one.do === 'wait') await wait(one.minutes, one.nodes, [...one.faults])
    else if (one.do === 'duty') await change({ onDuty: one.first })
    else if (one.do === 'contacts') await change({ contacts: one.ids })
    else if (endedOn.over === undefined && (one.do === 'over' || endedOn.confirmed === undefined)) {
      endedOn = { ...endedOn, [one.do === 'over' ? 'over' : 'confirmed']: on }
      await occurrence()
    }
  }
  const isEnded = endedOn.confirmed !== undefined || endedOn.over !== undefined
  await wait(isEnded ? 2 : wholeMinutes + 3, 1, [])
  await check(sql, plans, endedOn, downMs)
}

interface SentMessage {
  on: number
  place: number
  contactId: number
}

const check = async (
  sql: Sql,
  plans: readonly Plan[],
  { confirmed, over }: { confirmed?: number; over?: number },
  downMs: number,
): Promise<void> => {
  const rows = await sql<{ item: string; dueOn: Date; contactId: number }[]>`
    select item, due_on as "dueOn", contact_id as "contactId" from message order by id`
  const sent = rows.flatMap(({ item, dueOn, contactId }): SentMessage[] => {
    const [, round, step] = /^e(\d+)\.(\d+)\.\d+\.0$/.exec(item) ?? []
    return round === undefined ? [] : [{ on: dueOn.getTime(), place: Number(round) * 3 + Number(step), contactId }]
  })
  const steps = Map.groupBy(sent, ({ place }) => place)
  const places = [...steps.keys()]
  assert.deepEqual(
    places,
    places.map((_, place) => place),
    'no step is left out, none comes before another',
  )
  for (const [place, notified] of steps) {
    const { on = 0 } = notified[0] ?? {}
    const ids = inOrder(notified.map(({ contactId }) => contactId))
    const possible = plans.filter((plan, at) => plan.on <= on && (plans[at + 1]?.on ?? Infinity) >= on)
    assert.ok(
      possible.some((plan) => isDeepStrictEqual(expected(plan, place % 3), ids)),
      `step ${place} notified ${ids.join()}`,
    )
    const due = beganOn + (Math.floor(place / 3) * repeatMinutes + (afterMinutes[place % 3] ?? 0)) * minuteMs
    assert.ok(on >= due && on - due <= downMs + places.length * minuteMs, `step ${place} is ${on - due} ms late`)
  }
  const endedOn = Math.min(confirmed ?? Infinity, over ?? Infinity)
  assert.ok(sent.every(({ on }) => on <= endedOn))
  if (endedOn === Infinity) assert.equal(places.length, rounds * 3, 'all that were to be notified')
  const notified = inOrder(new Set(sent.map(({ contactId }) => contactId)))
  const news = (prefix: string): number[] =>
    inOrder(rows.flatMap(({ item, contactId }) => (item.startsWith(prefix) ? [contactId] : [])))
  const isBoth = confirmed !== undefined && over !== undefined
  // An alert that is acknowledged and resolved at once causes one message.
  if (confirmed !== undefined && !(isBoth && news('ec').length === 0)) assert.deepEqual(news('ec'), notified)
  assert.deepEqual(news('er'), over === undefined ? [] : notified)
}

test('each contact is notified exactly once for a step and round, with any kills and edits', async () => {
  const db = await testDatabase()
  await cleanOrg(db.sql, { logAs: 'none' })
  for (const id of [1, 2, 3, 4, 5]) await putContact(db.sql, { id })
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 12 }), (commands) => run(db, commands)),
    { numRuns: 6, endOnFailure: true },
  )
})
