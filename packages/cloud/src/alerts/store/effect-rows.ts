import type { Action, AlertState, Effect, EpisodeState, ItemKey, JudgedAlert, Step } from '../alert.ts'
import { changeOf } from '../engine/extremes.ts'
import type { OccurrenceRow } from '../escalation/occurrences.sql.ts'
import type { MessageSnapshot } from './message-snapshot.ts'
import { outageNetIdOf } from './outage.rules.ts'
import type { AlertKey } from './states.sql.ts'

/** What became of an alert, to be stored. */
export interface Outcome {
  alert: JudgedAlert
  step: Pick<Step, 'state' | 'effects' | 'shifted'>
}

interface EpisodeKey {
  orgId: number
  alertId: number
  episode: number
}

type Of<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>

/** Rows for each statement. */
export interface EffectRows {
  states: (AlertKey & { state: AlertState })[]
  shifts: (EpisodeKey & { byMs: number })[]
  opens: (EpisodeKey & Omit<Of<'open'>, 'kind'> & { name: string })[]
  details: (EpisodeKey & Of<'detail'>)[]
  /** The last of each episode; nulls where nobody has confirmed all of it any more. */
  confirms: (EpisodeKey & { on: number | null; from: string | null; comment: string | null })[]
  closes: (EpisodeKey & Of<'close'>)[]
  messages: NewMessage[]
  occurrences: OccurrenceRow[]
}

export type NewMessage = EpisodeKey & MessageRow

interface MessageRow extends Pick<Action, 'type' | 'recepient' | 'paramId' | 'value'> {
  /** `a7`, and `a7-2` for the second message of the same action. */
  item: string
  stage: Of<'notify'>['stage']
  /** Whom it is for; null where only the address is known. */
  contactId: number | null
  dueOn: number
  on: number
  state: 'waiting' | 'dropped'
  reason: string | null
  /** The names of parameters and networks are known to the database. */
  snapshot: Omit<MessageSnapshot, 'params' | 'outage'>
  /** The network behind whose outage the alert stands; null: none, or it is over. */
  outageNetId: number | null
  /** Where it tells of the alert for which this one waits, in place of a network: its id with a minus. */
  behind: MessageSnapshot['outage']
}

export function effectRows(outcomes: readonly Outcome[]): EffectRows {
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
  for (const outcome of outcomes) {
    const { orgId, id } = outcome.alert
    const { state, shifted } = outcome.step
    rows.states.push({ orgId, id, state })
    if (shifted !== null) rows.shifts.push({ orgId, alertId: id, ...shifted })
    for (const effect of outcome.step.effects) addEffect(rows, outcome, effect)
    addOccurrence(rows, outcome)
  }
  return rows
}

function addEffect(rows: EffectRows, outcome: Outcome, effect: Effect): void {
  const { orgId, id: alertId, name } = outcome.alert
  const key = { orgId, alertId, episode: effect.episode }
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
      addMessage(rows, outcome, effect, { dueOn: effect.dueOn, state: 'waiting', reason: null })
      return
    case 'drop':
      addMessage(rows, outcome, effect, { dueOn: effect.on, state: 'dropped', reason: effect.why })
  }
}

function addConfirm({ confirms }: EffectRows, key: EpisodeKey, { on, detail }: Of<'detail'>): void {
  if (detail.what !== 'confirmed' && detail.what !== 'unconfirmed') return
  const before = confirms.findIndex(({ alertId, episode }) => alertId === key.alertId && episode === key.episode)
  if (before >= 0) confirms.splice(before, 1)
  if (detail.what === 'unconfirmed') confirms.push({ ...key, on: null, from: null, comment: null })
  else confirms.push({ ...key, on, from: detail.from, comment: detail.comment })
}

/** An action that people took away meanwhile leaves nothing. */
function addMessage(
  rows: EffectRows,
  outcome: Outcome,
  effect: Of<'notify'> | Of<'drop'>,
  more: Pick<MessageRow, 'dueOn' | 'state' | 'reason'>,
): void {
  const { orgId, id: alertId } = outcome.alert
  const { key, nth, stage, on, episode } = effect
  const action = actionOf(outcome.alert, key)
  if (action === undefined) return
  const item = nth === 1 ? key : `${key}-${nth}`
  const { type, recepient, paramId, value } = action
  const snapshot = snapshotOf(outcome, 'also' in effect ? effect.also : undefined)
  const { parent } = effect.kind === 'notify' ? effect : {}
  const isOfNet = parent !== undefined && parent.id < 0
  const outageNetId = isOfNet ? -parent.id : outageNetIdOf(outcome.alert, outcome.step.state)
  const behind = parent === undefined || isOfNet ? null : { netId: -parent.id, net: parent.name }
  const said = { stage, type, recepient, contactId: null, paramId, value, on, snapshot, outageNetId, behind, ...more }
  rows.messages.push({ orgId, alertId, episode, item, ...said })
}

const actionOf = ({ actions, followUps }: JudgedAlert, key: ItemKey): Action | undefined => {
  const id = Number(key.slice(1))
  const items = key.startsWith('a') ? actions : key.startsWith('f') ? followUps : [...actions, ...followUps]
  return items.find((action) => action.id === id)
}

/** For the escalation of an alert that has a policy, or had one when it began. */
function addOccurrence(rows: EffectRows, { alert, step: { state, effects } }: Outcome): void {
  const { orgId, id: alertId, isEnabled: isEndTold, isEscalated = false } = alert
  const { episode, on } = state
  if (episode === null) return
  const { no, startedOn: occurredOn, confirmed, clearedOn, closedOn, isLogged } = episode
  const isEnding = isLogged
    ? effects.some((one) => one.kind === 'close' || (one.kind === 'detail' && one.detail.what === 'confirmed'))
    : confirmed !== null || closedOn !== null
  if (!isEscalated && !isEnding) return
  const isHeld = clearedOn !== null && closedOn === null && confirmed === null
  const overOn = closedOn === null ? null : (clearedOn ?? closedOn)
  const key = { orgId, alertId, episode: no }
  rows.occurrences.push({ ...key, on, occurredOn, isHeld, confirmed, overOn, isEndTold, isEscalated })
}

type Judged = { alert: JudgedAlert; step: Pick<Step, 'state'> }

/** What a message about the alert has to say now. */
export function snapshotOf(
  { alert, step: { state } }: Judged,
  also: readonly number[] = [],
): Omit<MessageSnapshot, 'params' | 'outage'> {
  const { name, logAs, conditionLogic } = alert
  const { episode } = state
  const states = new Map(state.conditions.map((one) => [one.id, one]))
  const conditions = alert.conditions.map(({ id, paramId, kind, value: limit, holdSec }) => {
    const one = states.get(id)
    const { isTriggered = false, value = null, goodOn: readOn = 0, reason = null } = one ?? {}
    const change = kind === 'change-over' && one ? changeOf(one) : null
    return { paramId, kind, limit, holdSec, isTriggered, value, readOn, reason, change, isAlso: also.includes(id) }
  })
  return {
    name,
    logAs,
    conditionLogic,
    startedOn: episode?.startedOn ?? state.on,
    confirmed: episode?.confirmed ?? null,
    resolvedOn: (episode?.closedOn ?? null) === null ? null : (episode?.clearedOn ?? null),
    additions: episode?.additions ?? 0,
    conditions,
    held: heldOf(episode),
  }
}

/** The latest time that messages about it waited. */
function heldOf(episode: EpisodeState | null): MessageSnapshot['held'] {
  const { hold = null } = episode ?? {}
  // That it was only looked whether it has to wait is no news.
  const isSilent = hold?.why === 'dependency' && hold.name === null
  return hold === null || hold.till === null || isSilent ? null : { ...hold, till: hold.till }
}
