import type { ConditionState, EvaluationTime, FlapState, OccurrenceState } from '../alert-state.ts'
import { graceMs } from './conditions.ts'
import { type Draft, isOpen } from './draft.ts'
import type { Extremes } from './extremes.ts'

/** Clocks are also set by trifles, all the time; those add up until they are worth it. */
const leapMs = 1000

const shiftedExtremes = (extremes: Extremes, ms: number): Extremes =>
  extremes.map((one, index) => (index % 2 === 0 ? Number(one) + ms : one))

function shiftedCondition(state: ConditionState, ms: number): ConditionState {
  return {
    ...state,
    seenOn: state.seenOn === 0 ? 0 : state.seenOn + ms,
    goodOn: state.goodOn + ms,
    graceTill: state.graceTill + ms,
    sinceOn: state.sinceOn === null ? null : state.sinceOn + ms,
    ...(state.highs && { highs: shiftedExtremes(state.highs, ms) }),
    ...(state.lows && { lows: shiftedExtremes(state.lows, ms) }),
  }
}

function shiftedOccurrence(occurrence: OccurrenceState, ms: number): OccurrenceState {
  const shifted = (on: number | null): number | null => (on === null ? null : on + ms)
  return {
    ...occurrence,
    startedOn: occurrence.startedOn + ms,
    sinceOn: occurrence.sinceOn + ms,
    confirmed: occurrence.confirmed && { ...occurrence.confirmed, on: occurrence.confirmed.on + ms },
    clearedOn: shifted(occurrence.clearedOn),
    closedOn: shifted(occurrence.closedOn),
    // Quiet times go by the clock as it is: look again.
    mutedTill: occurrence.mutedTill === null ? null : 0,
    ...(occurrence.hold && {
      hold: { ...occurrence.hold, on: occurrence.hold.on + ms, till: shifted(occurrence.hold.till) },
    }),
    dues: Object.fromEntries(Object.entries(occurrence.dues).map(([key, due]) => [key, shifted(due ?? null)])),
    ...(occurrence.seen && { seen: shiftedSeen(occurrence.seen, ms) }),
  }
}

const shiftedSeen = (seen: NonNullable<OccurrenceState['seen']>, ms: number): typeof seen =>
  Object.fromEntries(Object.entries(seen).map(([id, on]) => [id, on === null ? null : on + ms]))

/** The clock was set, and no time passed: all that is remembered moves along with it. */
function shift(draft: Draft, ms: number): void {
  draft.on += ms
  draft.freshFrom += ms
  draft.conditions = draft.conditions.map((state) => shiftedCondition(state, ms))
  const nets = Object.entries(draft.nets).map(([id, net]) => [id, { ...net, on: net.on + ms }])
  draft.nets = Object.fromEntries(nets)
  const parents = Object.entries(draft.parents ?? {}).map(([id, one]) => [id, { ...one, on: one.on + ms }])
  draft.parents = Object.fromEntries(parents)
  if (isOpen(draft.occurrence) && draft.occurrence.isLogged)
    draft.shifted = { occurrence: draft.occurrence.no, byMs: ms }
  draft.occurrence = draft.occurrence && shiftedOccurrence(draft.occurrence, ms)
  draft.flap = draft.flap && shiftedFlap(draft.flap, ms)
  draft.isWorthStoring = true
}

const shiftedFlap = ({ changes, since, isNotified }: FlapState, ms: number): FlapState => ({
  changes: changes.map((on) => on + ms),
  since: since === null ? null : since + ms,
  isNotified,
})

/**
 * Another run has begun. Nothing is known to have lasted meanwhile: holds and hold-offs go on from now, and only with a new
 * reading. Silence did last, but is called so only when there was time for a poll. What was due to be sent is due all the same.
 */
function resume(draft: Draft, now: EvaluationTime): void {
  if (now.on < draft.on) shift(draft, now.on - draft.on)
  const awayMs = now.on - draft.on
  draft.on = now.on
  draft.freshFrom = Math.min(now.runOn, now.on)
  draft.conditions = draft.conditions.map((state) => {
    const condition = draft.alert.conditions.find(({ id }) => id === state.id)
    const isPending = state.sinceOn !== null && !state.isTriggered
    const sinceOn = isPending ? (state.sinceOn ?? 0) + awayMs : state.sinceOn
    const grace = condition ? draft.freshFrom + graceMs(draft.alert, condition) : 0
    return { ...state, sinceOn, isFresh: false, graceTill: Math.max(state.graceTill, grace) }
  })
  // Nor is it known to have been steady.
  if (draft.flap?.since != null) draft.flap = shiftedFlap(draft.flap, awayMs)
  const { occurrence } = draft
  if (!isOpen(occurrence)) return
  draft.occurrence = {
    ...occurrence,
    clearedOn: occurrence.clearedOn === null ? null : occurrence.clearedOn + awayMs,
    ...(occurrence.seen && { seen: shiftedSeen(occurrence.seen, awayMs) }),
  }
}

/** Before anything else: whether the time since the last step is time that passed. */
export function keepTime(draft: Draft, now: EvaluationTime): void {
  const aheadMs = now.aheadMs - draft.aheadMs
  if (draft.runOn !== now.runOn) resume(draft, now)
  else if (Math.abs(aheadMs) >= leapMs) shift(draft, aheadMs)
  else return
  draft.nextOn = null
  draft.aheadMs = now.aheadMs
  draft.runOn = now.runOn
}
