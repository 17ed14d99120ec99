import { type MessageType } from '@busbar/alerts/channels'
import type { MessageSnapshot } from '@busbar/alerts/store'
import type { Database, Sql } from '@busbar/database'
import { testDatabase } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import type { Channel, DeliveryResult, Message, RetrySafety } from '../message/message.ts'
import { OutboxSender, type OutboxSenderOptions } from '../outbox/outbox-sender.ts'

export const startOn = Date.UTC(2026, 10, 15, 6, 30)

/** A channel that records its messages and returns a given outcome. */
class Recorder implements Channel {
  repeat: RetrySafety
  readonly sent: Message[] = []
  outcome: (message: Message) => DeliveryResult | Promise<DeliveryResult> = () => ({ ok: true })

  constructor(repeat: RetrySafety) {
    this.repeat = repeat
  }

  async send(message: Message): Promise<DeliveryResult> {
    this.sent.push(message)
    return this.outcome(message)
  }
}

interface ParameterLocation {
  orgId: number
  paramId: number
  alertId: number
}

/** An organization with one alert about one parameter. */
export const addLocation = async (sql: Sql, name = 'Heat & Co'): Promise<ParameterLocation> => {
  const [place] = await sql<[ParameterLocation]>`
    with o as (insert into org (name) values (${name}) returning id),
      n as (insert into net (org_id, name, slug, created_on) select id, 'Boiler house', 'n', now() from o returning org_id, id),
      d as (insert into device (org_id, net_id, name, slug, modbus_unit_id, created_on)
        select org_id, id, 'Boiler 2', 'd', 1, now() from n returning org_id, id),
      p as (insert into param (org_id, device_id, name, slug, address, register_kind, value_type, unit_name)
        select org_id, id, '{"en": "Temperature", "pl": "Temperatura"}', 'p', 0, 'holding', 'u16', '°C' from d returning org_id, id),
      a as (insert into alert (org_id, name, slug, condition_logic, log_as, created_on)
        select org_id, 'Too hot', 'a', 'all', 'failure', now() from p returning org_id, id)
    select p.org_id as "orgId", p.id as "paramId", a.id as "alertId" from p, a`
  return place
}

let items = 0

const aTrueCondition = {
  kind: 'g',
  limit: 90,
  holdSec: 0,
  isTriggered: true,
  value: 93.5,
  readOn: startOn,
  reason: null,
  change: null,
  isAlso: false,
} as const

/** Puts a message in the outbox, as if it had become due at the start. */
export const post = async (
  sql: Sql,
  { orgId, paramId, ...place }: ParameterLocation,
  some: {
    type?: MessageType
    recepient?: string
    stage?: string
    name?: string
    logAs?: MessageSnapshot['logAs']
    dueOn?: number
    episode?: number
    outage?: MessageSnapshot['outage']
    alertId?: number
    additions?: number
  } = {},
): Promise<number> => {
  const { type = 'email', recepient = 'olena@example.org', stage = 'active', name = 'Too hot', dueOn = startOn } = some
  const alertId = some.alertId ?? place.alertId
  items += 1
  const snapshot: MessageSnapshot = {
    name,
    logAs: some.logAs ?? 'failure',
    conditionLogic: 'all',
    startedOn: startOn - 60_000,
    confirmed: null,
    resolvedOn: null,
    additions: some.additions ?? 0,
    conditions: [{ ...aTrueCondition, paramId }],
    params: { [paramId]: { fullName: 'Boiler 2: Temperature, °C', unitName: '°C', precision: 1 } },
    outage: some.outage ?? null,
    held: null,
  }
  const isWrite = type === 'write-param'
  const [row] = await sql<[{ id: number }]>`
    insert into message (org_id, alert_id, episode, item, stage, type, recepient, param_id, value, snapshot, due_on, next_try_on)
    values (${orgId}, ${alertId}, ${some.episode ?? 1}, ${`a${items}`}, ${stage}, ${type}, ${isWrite ? null : recepient},
      ${isWrite ? paramId : null}, ${isWrite ? 5 : null}, ${JSON.stringify(snapshot)}::text::jsonb, ${new Date(dueOn)}, ${new Date(dueOn)})
    returning id`
  return row.id
}

/** Starts an alert event of the location's alert, and resolves the previous one. */
export const begin = async (sql: Sql, { orgId, alertId }: ParameterLocation, episode = 1): Promise<void> => {
  const startedOn = startOn - 60_000 + (episode - 1) * 3_600_000
  const state = {
    conditions: [],
    episode: { no: episode, startedOn, clearedOn: null, closedOn: null, confirmed: null },
  }
  await sql`
    update alert_record set resolved_on = ${new Date(startedOn - 60_000)}, closed_on = ${new Date(startedOn - 60_000)}, how = 'resolved'
    where org_id = ${orgId} and alert_id = ${alertId} and closed_on is null`
  await sql`
    insert into alert_record (org_id, alert_id, episode, name, log_as, since_on, started_on)
    values (${orgId}, ${alertId}, ${episode}, 'Too hot', 'failure', ${new Date(startedOn)}, ${new Date(startedOn)})`
  await sql`
    insert into alert_state (org_id, alert_id, state) values (${orgId}, ${alertId}, ${JSON.stringify(state)}::text::jsonb)
    on conflict (org_id, alert_id) do update set state = excluded.state`
}

export interface StoredMessage {
  state: string
  reason: string | null
  attempts: number
  cost: string | null
  isSent: boolean
  /** Since the start; null while it was not. */
  sentSec: number | null
  waitSec: number
}

/** The logged fields of a message; `waitSec` is the time of its next attempt, from the start. */
export const stored = async (sql: Sql, id: number): Promise<StoredMessage> => {
  const [row] = await sql<[StoredMessage]>`
    select state, reason, attempts, cost, sent_on is not null as "isSent",
      extract(epoch from sent_on - ${new Date(startOn)})::float8 as "sentSec",
      extract(epoch from next_try_on - ${new Date(startOn)})::float8 as "waitSec"
    from message where id = ${id}`
  return row
}

let shared: Promise<Database> | undefined

/**
 * An outbox, and nodes that send from it into recorders. Time stands still until it is moved. What an earlier one held is gone: all tests of a
 * process have one database.
 */
export const anOutbox = async () => {
  shared ??= testDatabase()
  const db = await shared
  await db.sql`delete from org`
  const clock = new VirtualClock()
  let nowMs = startOn
  const recorders = {
    sms: new Recorder('never'),
    email: new Recorder('harmless'),
    'voice-call': new Recorder('never'),
    telegram: new Recorder('harmless'),
    ntfy: new Recorder('harmless'),
    webhook: new Recorder('harmless'),
    'write-param': new Recorder('never'),
    push: new Recorder('harmless'),
  }
  const errors: object[] = []
  const options = (some: Partial<OutboxSenderOptions> = {}): OutboxSenderOptions =>
    courierOptions(db, clock, {
      now: () => new Date(nowMs),
      channels: recorders,
      // Undelivered messages are no errors of the service.
      log: { error: (details) => void ('err' in details && errors.push(details)) },
      ...some,
    })
  return {
    db,
    sql: db.sql,
    clock,
    recorders,
    errors,
    place: await addLocation(db.sql),
    /** Lets so much time pass, as the time of day has it. */
    later: (ms: number): void => {
      nowMs += ms
    },
    /** A node that takes and sends everything that is due now, and stops. */
    run: async (some: Partial<OutboxSenderOptions> = {}): Promise<void> => {
      const sender = new OutboxSender(options(some))
      await sender.start()
      await sender.settled()
      await sender.stop()
    },
    node: (some: Partial<OutboxSenderOptions> = {}): OutboxSender => new OutboxSender(options(some)),
  }
}

const courierOptions = (
  db: Database,
  clock: VirtualClock,
  some: Partial<OutboxSenderOptions> & Pick<OutboxSenderOptions, 'now' | 'channels' | 'log'>,
): OutboxSenderOptions => ({
  db,
  clock,
  locale: { language: 'en', timeZone: 'Europe/Kyiv' },
  sms: { price: '0.1', limit: '50' },
  smsCount: () => 1,
  publicUrl: () => 'https://busbar.example.org',
  newToken: () => crypto.randomUUID(),
  ...some,
})
