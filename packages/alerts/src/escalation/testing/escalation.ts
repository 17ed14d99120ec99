import type { Sql, Transactions } from '@busbar/database'
import { emptyTables } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { orgId } from '@busbar/readings/testing'
import { AlertBench, addAlert, beganOn, clean, pollOf } from '../../watch/testing/watch.ts'
import type { ContactHours, Override, Policy, Rotation } from '../contact.ts'
import { Escalations } from '../escalations.ts'

export const minuteMs = 60_000
export const alertId = 1
const policyId = 1

export interface TestContact {
  id: number
  types?: readonly string[]
  hours?: ContactHours[]
  isAlwaysForCritical?: boolean
  language?: string
}

export const addressOf = (id: number, type: string): string =>
  type === 'email' ? `c${id}@example.org` : `+4860010020${id}`

/** Also changes one that is there. */
export const putContact = async (sql: Sql, contact: TestContact): Promise<void> => {
  const { id, types = ['sms', 'email'], hours = null, isAlwaysForCritical = false, language = 'en' } = contact
  const channels = types.map((type) => ({ type, address: addressOf(id, type) }))
  await sql`
    insert into contact (org_id, id, name, language, channels, hours, is_always_for_critical, created_on)
    values (${orgId}, ${id}, ${`Contact ${id}`}, ${language}, ${sql.json(channels)}, ${hours && sql.json(hours)}, ${isAlwaysForCritical}, now())
    on conflict (org_id, id) do update set channels = excluded.channels, hours = excluded.hours, language = excluded.language,
      is_always_for_critical = excluded.is_always_for_critical`
}

export const putGroup = async (
  sql: Sql,
  group: { id: number; members: number[]; rotation?: Rotation; overrides?: Override[] },
): Promise<void> => {
  const { id, members, overrides = [] } = group
  const rotation = group.rotation ?? { kind: 'by-hand', onDutyId: members[0] ?? null }
  await sql`
    insert into contact_group (org_id, id, name, members, rotation, overrides, created_on)
    values (${orgId}, ${id}, ${`Group ${id}`}, ${sql.json(members)}, ${sql.json(rotation)}, ${sql.json(overrides)}, now())
    on conflict (org_id, id) do update set members = excluded.members, rotation = excluded.rotation, overrides = excluded.overrides`
}

type TestStep = { afterMinutes: number; contactIds?: number[]; groupIds?: number[] }

export const putPolicy = async (
  sql: Sql,
  { steps, repeatMinutes = null, rounds = 1 }: Partial<Omit<Policy, 'steps'>> & { steps: TestStep[] },
): Promise<void> => {
  const fullSteps = steps.map((step) => ({ contactIds: [], groupIds: [], ...step }))
  await sql`
    insert into escalation_policy (org_id, id, name, steps, repeat_minutes, rounds, created_on)
    values (${orgId}, ${policyId}, 'Heat', ${sql.json(fullSteps)}, ${repeatMinutes}, ${rounds}, now())
    on conflict (org_id, id) do update set steps = excluded.steps, repeat_minutes = excluded.repeat_minutes, rounds = excluded.rounds`
}

/** An organization with one alert, more than 10 of the first parameter, that names the policy. */
export const cleanOrg = async (sql: Sql, alert: { logAs?: string; holdOffSec?: number } = {}): Promise<void> => {
  await emptyTables(sql, 'escalation', 'escalation_policy', 'contact', 'contact_group')
  await clean(sql, [1])
  await putPolicy(sql, { steps: [] })
  await addAlert(sql, { id: alertId, conditions: [{ paramId: 101, kind: 'g', value: 10 }], ...alert })
  await sql`update alert set policy_id = ${policyId} where id = ${alertId}`
}

/** A node that judges and escalates, in a time of its own; another may take its place. */
export class Node {
  readonly rig: AlertBench
  readonly escalations: Escalations
  readonly errors: object[] = []
  readonly #db: Transactions
  readonly #isDelivered: boolean

  /** `isDelivered`: what waits has arrived when time moves on. */
  constructor(db: Transactions, { clock = new VirtualClock(), isDelivered = true } = {}) {
    this.#db = db
    this.#isDelivered = isDelivered
    this.rig = new AlertBench(db, clock)
    this.escalations = new Escalations({
      db,
      clock: new VirtualClock(),
      now: () => new Date(beganOn + clock.now()),
      watched: (id) => this.rig.watch.watched(id),
      log: { error: (details) => void this.errors.push(details) },
    })
  }

  async start(): Promise<void> {
    await this.rig.start()
    await this.escalations.start()
    await this.escalations.settled()
  }

  async stop(): Promise<void> {
    await this.escalations.stop()
    await this.rig.stop()
  }

  /** Moves time on to this minute, and does what is due. */
  async till(minute: number): Promise<void> {
    await this.#moveTo(minute)
    await this.pass()
  }

  async read(minute: number, value: number): Promise<void> {
    await this.#moveTo(minute)
    await this.rig.record(pollOf(1, minute * minuteMs, [value, 0]))
    await this.pass()
  }

  async #moveTo(minute: number): Promise<void> {
    if (this.#isDelivered)
      await this.#db.sql`update message set state = 'sent', sent_on = due_on where state = 'waiting'`
    await this.rig.till(minute * minuteMs)
  }

  async pass(): Promise<void> {
    this.escalations.wake()
    await this.escalations.settled()
  }

  async confirm(comment: string | null = null): Promise<void> {
    await this.rig.watch.confirm({ orgId, alertId, from: 'Olena', comment })
    await this.pass()
  }
}

/** Messages of the outbox in order: minute, item, stage and channel. */
export const outbox = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ minute: number; item: string; stage: string; type: string }[]>`
    select extract(epoch from due_on - ${new Date(beganOn)})::float8 / 60 as minute, item, stage, type from message order by id`
  return rows.map(({ minute, item, stage, type }) => `${minute} ${item} ${stage} ${type}`)
}

/** Sets the state of a message. */
export const mark = async (sql: Sql, item: string, state: string): Promise<void> => {
  await sql`
    update message set state = ${state}, reason = case when ${state} = 'failed' then 'refused: no' end,
      sent_on = case when ${state} in ('sent', 'unclear') then due_on end
    where item = ${item}`
}

/** Sentences of the log about the escalation, before they are put in words. */
export const loggedDetails = async (sql: Sql): Promise<object[]> => {
  const rows = await sql<{ detail: { what: string } }[]>`select detail from alert_detail order by n`
  return rows
    .map(({ detail }) => detail)
    .filter(({ what }) =>
      ['escalated', 'unreached', 'late', 'nobody-reached', 'escalation-ended', 'muted'].includes(what),
    )
}
