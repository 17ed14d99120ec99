import type { AlertState, EpisodeState } from '../../alerts/alert.ts'
import type { ListedState, StatusRow } from './status.sql.ts'

const iso = (on: number): string => new Date(on).toISOString()

/** The latest activation in the words of the wire. */
const shownEpisode = (episode: EpisodeState | null, lastRecordId: number | null) => ({
  isActive: isActive(episode),
  ...(lastRecordId !== null && { lastRecordId }),
  ...(episode !== null && {
    startedOn: iso(episode.startedOn),
    ...(episode.closedOn !== null && { closedOn: iso(episode.closedOn) }),
    ...(episode.confirmed !== null && { confirmed: shownConfirmation(episode.confirmed) }),
  }),
})

const shownConfirmation = ({ on, from, comment }: NonNullable<EpisodeState['confirmed']>) => ({
  on: iso(on),
  from,
  ...(comment !== null && { comment }),
})

export const isActive = (episode: EpisodeState | null): boolean => episode !== null && episode.closedOn === null

/** `newest`: as this node has it in memory, where it judges the alert. */
export const shownStatus = (
  { id, state: stored, lastRecordId, conditionIds }: StatusRow,
  newest: AlertState | null,
) => {
  // Another node may have judged it since.
  const state = newest !== null && newest.on >= (stored?.on ?? 0) ? newest : stored
  const byId = new Map(state?.conditions.map((one) => [one.id, one]))
  const conditions = conditionIds.map((conditionId) => {
    const { value = null, isTriggered = false } = byId.get(conditionId) ?? {}
    return [conditionId, { lastValue: value, isTriggered }] as const
  })
  return { id, ...shownEpisode(state?.episode ?? null, lastRecordId), conditions: Object.fromEntries(conditions) }
}

export const shownState = ({ episode, lastRecordId, ...alert }: ListedState) => ({
  ...alert,
  ...shownEpisode(episode, lastRecordId),
})
