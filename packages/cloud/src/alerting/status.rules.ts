import { isUnknown, mutedBy, oldOn } from '@busbar/alerts/engine'
import { type AlertState, type Hold, type Mute, type OccurrenceState, openEnd } from '@busbar/alerts/model'
import { shownUndelivered } from './history/deliveries.sql.ts'
import type { ListedState, StatusRow } from './status.sql.ts'

const iso = (on: number): string => new Date(on).toISOString()

/** The latest activation in the words of the wire. */
const shownOccurrence = (episode: OccurrenceState | null, lastRecordId: number | null) => ({
  isActive: isActive(episode),
  ...(lastRecordId !== null && { lastRecordId }),
  ...(episode !== null && {
    startedOn: iso(episode.startedOn),
    ...(episode.closedOn !== null && { closedOn: iso(episode.closedOn) }),
    ...(episode.confirmed !== null && { confirmed: shownConfirmation(episode.confirmed) }),
  }),
})

const shownConfirmation = ({ on, from, comment }: NonNullable<OccurrenceState['confirmed']>) => ({
  on: iso(on),
  from,
  ...(comment !== null && { comment }),
})

const isActive = (episode: OccurrenceState | null): boolean => episode !== null && episode.closedOn === null

/**
 * `newest`: as this node has it in memory, where it judges the alert. `last`: when each parameter was read, by any node: what was only
 * seen is not stored with the alert.
 */
export const shownStatus = (
  row: StatusRow,
  newest: AlertState | null,
  last: ReadonlyMap<number, { last: { readOn: number } | null }>,
  on: number,
) => {
  const { id, state: stored, lastRecordId, isEnabled } = row
  // Another node may have judged it since.
  const state = newest !== null && newest.on >= (stored?.on ?? 0) ? newest : stored
  const byId = new Map(state?.conditions.map((one) => [one.id, one]))
  const conditionStates = row.conditions.map((condition) => {
    const { goodOn = on, isTriggered = false, value = null } = byId.get(condition.id) ?? {}
    const readOn = Math.max(goodOn, last.get(condition.paramId)?.last?.readOn ?? 0)
    return {
      ...condition,
      value,
      isTriggered,
      isOld: isEnabled && !condition.isOff && oldOn(row, condition, readOn) <= on,
    }
  })
  const conditions = conditionStates.map(({ id: conditionId, value, isTriggered, isOld }) => {
    return [conditionId, { lastValue: value, isTriggered, isOld }] as const
  })
  return {
    id,
    ...shownOccurrence(state?.episode ?? null, lastRecordId),
    isUnjudged: isUnknown(row.conditionLogic, conditionStates),
    undelivered: row.undelivered.map((one) => shownUndelivered(one, 'en')),
    conditions: Object.fromEntries(conditions),
  }
}

export const shownState = ({
  episode,
  lastRecordId,
  mute: _mute,
  disabledOn,
  alertTemplateId,
  ...alert
}: ListedState) => ({
  ...alert,
  ...(!alert.isEnabled && disabledOn !== null && { offSince: disabledOn.toISOString() }),
  ...(alertTemplateId !== null && { alertTemplateId }),
  ...shownOccurrence(episode, lastRecordId),
  isUnjudged: isActive(episode) && episode?.isUnknown === true,
})

/** Why messages wait, where they do. A mute is as it is stored: who has just muted an alert, or ended that, is shown so at once. */
export const shownHold = (engineHold: Hold | null, row: { mute: Mute | null }, on: number) => {
  const hold = engineHold !== null && engineHold.why !== 'mute' ? engineHold : mutedBy(row, on)
  return hold === null
    ? {}
    : {
        held: {
          why: hold.why,
          ...(hold.till < openEnd && { till: iso(hold.till) }),
          ...(hold.name !== null && { name: hold.name }),
          ...(hold.reason !== null && { reason: hold.reason }),
          ...(hold.by !== null && { by: hold.by }),
        },
      }
}

type ShownState = ReturnType<typeof shownState> & ReturnType<typeof shownHold>

/** As a share link shows it: its state, and nothing of who did or said what. */
export const withoutPeople = ({
  confirmed,
  held,
  lastRecordId: _recordId,
  undelivered: _count,
  ...state
}: ShownState) => ({
  ...state,
  undelivered: 0,
  ...(confirmed !== undefined && { confirmed: { on: confirmed.on, from: '' } }),
  ...(held !== undefined && { held: { why: held.why, ...(held.till !== undefined && { till: held.till }) } }),
})
