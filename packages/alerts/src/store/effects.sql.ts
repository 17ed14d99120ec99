import type { Tx } from '@busbar/database'
import { type Action, type JudgedAlert, pushIds } from '../alert.ts'
import type { AlertState, Effect, ItemKey, Transition } from '../alert-state.ts'
import { type MessageSnapshot, outageNetIdOf, snapshotOf } from './message-snapshot.ts'
import { type OccurrenceRow, putOccurrences } from './occurrences.sql.ts'
import { type AlertKey, saveStates } from './states.sql.ts'

/**
 * Stores what became of alerts whose states are held. All statements are sent at once, so that the database does not wait for us between
 * them; each is one statement however many alerts there are. It ends when all have ended: after a transaction nothing may be sent in it.
 */
export const storeEffects = async (tx: Tx, rows: EffectRows): Promise<void> => {
  const { states, shifts, opens, details, confirms, closes, messages, occurrences } = rows
  const results = await Promise.allSettled([
    saveStates(tx, states),
    shifts.length > 0 && shiftRecords(tx, shifts),
    opens.length > 0 && insertRecords(tx, opens),
    details.length > 0 && insertDetails(tx, details),
    confirms.length > 0 && confirmRecords(tx, confirms),
    closes.length > 0 && closeRecords(tx, closes),
    messages.length > 0 && insertMessages(tx, messages),
    occurrences.length > 0 && putOccurrences(tx, occurrences),
  ])
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** All that is written of an open alert moves with the clock, or it would end before it began. */
const shiftRecords = (tx: Tx, shifts: EffectRows['shifts']) => tx`
  with shifted as (
    update alert_record a set since_on = a.since_on + by_ms, started_on = a.started_on + by_ms, confirmed_on = a.confirmed_on + by_ms
    from (select r.*, "byMs" * interval '1 millisecond' as by_ms
      from jsonb_to_recordset(${JSON.stringify(shifts)}::text::jsonb) as r ("orgId" bigint, "alertId" bigint, episode integer,
        "byMs" double precision)) r
    where a.org_id = r."orgId" and a.alert_id = r."alertId" and a.episode = r.episode and a.closed_on is null
    returning a.org_id, a.id, r.by_ms
  )
  update alert_detail d set said_on = d.said_on + shifted.by_ms from shifted
  where d.org_id = shifted.org_id and d.record_id = shifted.id`

const insertRecords = (tx: Tx, opens: EffectRows['opens']) => tx`
  insert into alert_record (org_id, alert_id, episode, name, log_as, since_on, started_on)
  select "orgId", "alertId", episode, name, "logAs", to_timestamp("sinceOn" / 1000), to_timestamp("startedOn" / 1000)
  from jsonb_to_recordset(${JSON.stringify(opens)}::text::jsonb) as r ("orgId" bigint, "alertId" bigint, episode integer,
    name text, "logAs" text, "sinceOn" double precision, "startedOn" double precision)
  order by "startedOn", "orgId", "alertId", episode`

const insertDetails = (tx: Tx, details: EffectRows['details']) => tx`
  insert into alert_detail (org_id, record_id, said_on, detail)
  select a.org_id, a.id, to_timestamp(r."on" / 1000), r.detail
  from rows from (jsonb_to_recordset(${JSON.stringify(details)}::text::jsonb)
    as ("orgId" bigint, "alertId" bigint, episode integer, "on" double precision, detail jsonb)) with ordinality
    as r ("orgId", "alertId", episode, "on", detail, place)
  join alert_record a on a.org_id = r."orgId" and a.alert_id = r."alertId" and a.episode = r.episode
  order by r.place`

const confirmRecords = (tx: Tx, confirms: EffectRows['confirms']) => tx`
  update alert_record a set confirmed_on = to_timestamp(r."on" / 1000), confirmed_from = r."from", comment = r.comment
  from jsonb_to_recordset(${JSON.stringify(confirms)}::text::jsonb) as r ("orgId" bigint, "alertId" bigint, episode integer,
    "on" double precision, "from" text, comment text)
  where a.org_id = r."orgId" and a.alert_id = r."alertId" and a.episode = r.episode`

const closeRecords = (tx: Tx, closes: EffectRows['closes']) => tx`
  update alert_record a
  set resolved_on = to_timestamp(r."resolvedOn" / 1000), closed_on = to_timestamp(r."on" / 1000), how = r.how
  from jsonb_to_recordset(${JSON.stringify(closes)}::text::jsonb) as r ("orgId" bigint, "alertId" bigint, episode integer,
    "on" double precision, "resolvedOn" double precision, how text)
  where a.org_id = r."orgId" and a.alert_id = r."alertId" and a.episode = r.episode`

/**
 * There is never a second one for the same item of an occurrence. That it is confirmed or over belongs to the outage that its
 * first message was about.
 */
export const insertMessages = (tx: Tx, messages: readonly NewMessage[]) => tx`
  insert into message (org_id, alert_id, episode, item, stage, type, recepient, contact_id, param_id, value, due_on, next_try_on, state,
    reason, snapshot)
  select "orgId", "alertId", episode, item || coalesce('.' || s.id, ''), stage, type, coalesce(s.id || ' ' || s.email, recepient),
    "contactId", "paramId", value, to_timestamp("dueOn" / 1000),
    to_timestamp("on" / 1000), state, reason, snapshot || jsonb_build_object('params', named.params, 'outage', outages.outage)
  from jsonb_to_recordset(${JSON.stringify(messages)}::text::jsonb) as r ("orgId" bigint, "alertId" bigint, episode integer,
    item text, stage text, type text, recepient text, "contactId" bigint, "paramId" bigint, value text, "dueOn" double precision,
    "on" double precision, state text, reason text, snapshot jsonb, "outageNetId" bigint, behind jsonb)
  left join lateral (${pushedTo(tx)}) s on true
  cross join lateral (
    select coalesce(jsonb_object_agg(p.id, jsonb_build_object('fullName', full_name(d.name, p.name, p.label, p.unit_name),
      'unitName', p.unit_name, 'precision', p.precision)), '{}') as params
    from jsonb_array_elements(r.snapshot -> 'conditions') condition
    join param p on p.org_id = r."orgId" and p.id = (condition ->> 'paramId')::bigint
    join device d on d.org_id = p.org_id and d.id = p.device_id) named
  cross join lateral (
    select case when r.behind is not null then r.behind when stage in ('active', 'not-confirmed') then
      (select jsonb_build_object('netId', n.id, 'net', n.name) from net n where n.org_id = r."orgId" and n.id = r."outageNetId")
    else
      (select m.snapshot -> 'outage' from message m
        where m.org_id = r."orgId" and m.alert_id = r."alertId" and m.episode = r.episode and m.state <> 'dropped'
          and m.item not like 'p%'
        order by m.id desc limit 1)
    end as outage) outages
  where r.type <> 'push' or s.id is not null
  on conflict do nothing`

/** Push subscriptions that existed before the alert fired; its end is sent only to those that received its start. */
const pushedTo = (tx: Tx) => tx`
  select p.id, a.email from push_subscription p join account a on a.id = p.account_id
  where r.type = 'push' and p.org_id = r."orgId" and p.created_on <= to_timestamp((r.snapshot ->> 'startedOn')::float8 / 1000)
    and array_position(array['info', 'warning', 'failure', 'critical'], p.level)
      <= array_position(array['info', 'warning', 'failure', 'critical'], r.snapshot ->> 'logAs')
    and (r.stage in ('active', 'not-confirmed') or exists (
      select from message b
      where b.org_id = r."orgId" and b.alert_id = r."alertId" and b.episode = r.episode and b.item = 'a0.' || p.id
        and b.state <> 'dropped'))`

/** Result of an evaluation, to be stored. */
export interface StepResult {
  alert: JudgedAlert
  step: Pick<Transition, 'state' | 'effects' | 'shifted'>
}

interface OccurrenceKey {
  orgId: number
  alertId: number
  episode: number
}

type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>

/** Rows for each statement. */
export interface EffectRows {
  states: (AlertKey & { state: AlertState })[]
  shifts: (OccurrenceKey & { byMs: number })[]
  opens: (OccurrenceKey & Omit<EffectOf<'open'>, 'kind'> & { name: string })[]
  details: (OccurrenceKey & EffectOf<'detail'>)[]
  /** The last of each occurrence; nulls where not all of it is confirmed any more. */
  confirms: (OccurrenceKey & { on: number | null; from: string | null; comment: string | null })[]
  closes: (OccurrenceKey & EffectOf<'close'>)[]
  messages: NewMessage[]
  occurrences: OccurrenceRow[]
}

export type NewMessage = OccurrenceKey & MessageRow

/** An action of the alert, or a push message to members. */
type MessageAction = Pick<Action, 'recepient' | 'paramId' | 'value'> & { type: Action['type'] | 'push' }

interface MessageRow extends MessageAction {
  /** `a7`, and `a7-2` for the second message of the same action. */
  item: string
  stage: EffectOf<'notify'>['stage']
  /** Contact of the recipient; null if only the address is known. */
  contactId: number | null
  dueOn: number
  on: number
  state: 'waiting' | 'dropped'
  reason: string | null
  /** The names of parameters and networks are known to the database. */
  snapshot: Omit<MessageSnapshot, 'params' | 'outage'>
  /** Network whose outage caused the alert; null: none, or it has ended. */
  outageNetId: number | null
  /** The alert that this one waits for, in the place of a network: its ID as a negative number. */
  behind: MessageSnapshot['outage']
}

export function effectRows(results: readonly StepResult[]): EffectRows {
  const rows: EffectRows = {
    states: [],
    shifts: [],
    opens: [],
    details: [],
    confirms: [],
    closes: [],
    messages: [],
    occurrences: [],
  }
  for (const result of results) {
    const { orgId, id } = result.alert
    const { state, shifted } = result.step
    rows.states.push({ orgId, id, state })
    if (shifted !== null) rows.shifts.push({ orgId, alertId: id, episode: shifted.occurrence, byMs: shifted.byMs })
    for (const effect of result.step.effects) addEffect(rows, result, effect)
    addOccurrence(rows, result)
  }
  return rows
}

function addEffect(rows: EffectRows, result: StepResult, effect: Effect): void {
  const { orgId, id: alertId, name } = result.alert
  const key = { orgId, alertId, episode: effect.occurrence }
  switch (effect.kind) {
    case 'open':
      rows.opens.push({ ...effect, ...key, name })
      return
    case 'detail':
      rows.details.push({ ...effect, ...key })
      addConfirm(rows, key, effect)
      return
    case 'close':
      rows.closes.push({ ...effect, ...key })
      return
    case 'notify':
      addMessage(rows, result, effect, { dueOn: effect.dueOn, state: 'waiting', reason: null })
      return
    case 'drop':
      addMessage(rows, result, effect, { dueOn: effect.on, state: 'dropped', reason: effect.why })
  }
}

function addConfirm({ confirms }: EffectRows, key: OccurrenceKey, { on, detail }: EffectOf<'detail'>): void {
  if (detail.what !== 'confirmed' && detail.what !== 'unconfirmed') return
  const before = confirms.findIndex(({ alertId, episode }) => alertId === key.alertId && episode === key.episode)
  if (before >= 0) confirms.splice(before, 1)
  if (detail.what === 'unconfirmed') confirms.push({ ...key, on: null, from: null, comment: null })
  else confirms.push({ ...key, on, from: detail.from, comment: detail.comment })
}

/** An action that people took away meanwhile leaves nothing. */
function addMessage(
  rows: EffectRows,
  result: StepResult,
  effect: EffectOf<'notify'> | EffectOf<'drop'>,
  more: Pick<MessageRow, 'dueOn' | 'state' | 'reason'>,
): void {
  const { orgId, id: alertId } = result.alert
  const { key, nth, stage, on, occurrence: episode } = effect
  const action = actionOf(result.alert, key)
  if (action === undefined || (action.type === 'push' && more.state === 'dropped')) return
  const item = nth === 1 ? key : `${key}-${nth}`
  const { type, recepient, paramId, value } = action
  const snapshot = snapshotOf(result.alert, result.step.state, 'also' in effect ? effect.also : undefined)
  const { parent, flapping = null } = effect.kind === 'notify' ? effect : {}
  const isOfNet = parent !== undefined && parent.id < 0
  const outageNetId = isOfNet ? -parent.id : outageNetIdOf(result.alert, result.step.state)
  const behind = parent === undefined || isOfNet ? null : { netId: -parent.id, net: parent.name }
  const message = {
    stage,
    type,
    recepient,
    contactId: null,
    paramId,
    value,
    on,
    snapshot: { ...snapshot, ...(flapping && { flapping }) },
    outageNetId,
    behind,
    ...more,
  }
  rows.messages.push({ orgId, alertId, episode, item, ...message })
}

const pushed: MessageAction = { type: 'push', recepient: null, paramId: null, value: null }

const actionOf = ({ actions, followUps }: JudgedAlert, key: ItemKey): MessageAction | undefined => {
  const id = Number(key.slice(1))
  if (id <= pushIds.active) return pushed
  const items = key.startsWith('a') ? actions : key.startsWith('f') ? followUps : [...actions, ...followUps]
  return items.find((action) => action.id === id)
}

/** For the escalation of an alert that has a policy, or had one when it began. */
function addOccurrence(rows: EffectRows, { alert, step: { state, effects } }: StepResult): void {
  const { orgId, id: alertId, isEnabled: isEndTold, isEscalated = false } = alert
  const { episode, on } = state
  if (episode === null) return
  const { no, startedOn: occurredOn, confirmed, clearedOn, closedOn, isLogged } = episode
  const isEnding = isLogged
    ? effects.some(
        (one) => one.kind === 'close' || (one.kind === 'detail' && ['confirmed', 'steady'].includes(one.detail.what)),
      )
    : confirmed !== null || closedOn !== null
  if (!isEscalated && !isEnding) return
  const isFlapping = (state.flap?.since ?? null) !== null
  const isClosed = closedOn !== null
  // It is known to be over once it is steady.
  const mayGoOn = isClosed && isFlapping && isEndTold && confirmed === null
  const isHeld = (clearedOn !== null && !isClosed && confirmed === null) || mayGoOn
  const overOn = isClosed && !mayGoOn ? (clearedOn ?? closedOn) : null
  const key = { orgId, alertId, episode: no }
  rows.occurrences.push({
    ...key,
    on,
    occurredOn,
    isHeld,
    confirmed,
    overOn,
    isClosed,
    isFlapping,
    isEndTold,
    isEscalated,
  })
}
