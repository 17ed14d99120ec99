import type { Action, AlertState, Effect, ItemKey, JudgedAlert, Step } from '../alert.ts'
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
  confirms: (EpisodeKey & { on: number; from: string; comment: string | null })[]
  closes: (EpisodeKey & Of<'close'>)[]
  messages: (EpisodeKey & MessageRow)[]
}

interface MessageRow extends Pick<Action, 'type' | 'recepient' | 'paramId' | 'value'> {
  item: ItemKey
  stage: Of<'notify'>['stage']
  dueOn: number
  on: number
  state: 'waiting' | 'dropped'
  reason: string | null
  /** The names of parameters and networks are known to the database. */
  snapshot: Omit<MessageSnapshot, 'params' | 'outage'>
  /** The network behind whose outage the alert stands; null: none, or it is over. */
  outageNetId: number | null
}

export function effectRows(outcomes: readonly Outcome[]): EffectRows {
  const rows: EffectRows = { states: [], shifts: [], opens: [], details: [], confirms: [], closes: [], messages: [] }
  for (const outcome of outcomes) {
    const { orgId, id } = outcome.alert
    const { state, shifted } = outcome.step
    rows.states.push({ orgId, id, state })
    if (shifted !== null) rows.shifts.push({ orgId, alertId: id, ...shifted })
    for (const effect of outcome.step.effects) addEffect(rows, outcome, effect)
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
      if (effect.detail.what !== 'confirmed') return
      rows.confirms.push({ ...key, on: effect.on, from: effect.detail.from, comment: effect.detail.comment })
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

/** An action that people took away meanwhile leaves nothing. */
function addMessage(
  rows: EffectRows,
  outcome: Outcome,
  { key: item, stage, on, episode }: Of<'notify'> | Of<'drop'>,
  more: Pick<MessageRow, 'dueOn' | 'state' | 'reason'>,
): void {
  const { orgId, id: alertId } = outcome.alert
  const action = actionOf(outcome.alert, item)
  if (action === undefined) return
  const { type, recepient, paramId, value } = action
  const snapshot = snapshotOf(outcome)
  const outageNetId = outageNetIdOf(outcome.alert, outcome.step.state)
  const said = { stage, type, recepient, paramId, value, on, snapshot, outageNetId, ...more }
  rows.messages.push({ orgId, alertId, episode, item, ...said })
}

const actionOf = ({ actions, followUps }: JudgedAlert, key: ItemKey): Action | undefined => {
  const id = Number(key.slice(1))
  return (key.startsWith('a') ? actions : followUps).find((action) => action.id === id)
}

function snapshotOf({ alert, step: { state } }: Outcome): Omit<MessageSnapshot, 'params' | 'outage'> {
  const { name, logAs, conditionLogic } = alert
  const { episode } = state
  const states = new Map(state.conditions.map((one) => [one.id, one]))
  const conditions = alert.conditions.map(({ id, paramId, kind, value: limit, holdSec }) => {
    const { isTriggered = false, value = null, goodOn: readOn = 0, reason = null } = states.get(id) ?? {}
    return { paramId, kind, limit, holdSec, isTriggered, value, readOn, reason }
  })
  return {
    name,
    logAs,
    conditionLogic,
    startedOn: episode?.startedOn ?? state.on,
    confirmed: episode?.confirmed ?? null,
    resolvedOn: (episode?.closedOn ?? null) === null ? null : (episode?.clearedOn ?? null),
    conditions,
  }
}
