import type { Condition, JudgedAlert } from '../alert.ts'
import type { AlertState, ConditionState, Detail, Effect, OccurrenceState, Step } from '../alert-state.ts'

/** A state on its way to the next. What it holds is replaced and never changed: it may still be the old state's. */
export interface Draft extends Omit<AlertState, 'version' | 'revision' | 'wakeOn'> {
  alert: JudgedAlert
  /** When time alone changes something, infinite where it does not; null when that is to be found out again. */
  nextOn: number | null
  effects: Effect[]
  shifted: Step['shifted']
  isWorthStoring: boolean
}

export const isOpen = (episode: OccurrenceState | null): episode is OccurrenceState =>
  episode !== null && episode.closedOn === null

export function changeOccurrence(
  draft: Draft,
  episode: OccurrenceState,
  change: Partial<OccurrenceState>,
): OccurrenceState {
  const next = { ...episode, ...change }
  draft.episode = next
  draft.nextOn = null
  draft.isWorthStoring = true
  return next
}

/** A line that flaps all night must not fill the log. */
const changesMax = 100

/** Puts in the log what conditions did. */
export function note(draft: Draft, episode: OccurrenceState, detail: Detail): void {
  if (episode.changes > changesMax) return
  changeOccurrence(draft, episode, { changes: episode.changes + 1 })
  if (!episode.isLogged) return
  const { on } = draft
  const isFull = episode.changes === changesMax
  draft.effects.push({ kind: 'detail', episode: episode.no, on, detail: isFull ? { what: 'full' } : detail })
}

function noteChange(draft: Draft, episode: OccurrenceState, { id, paramId }: Condition, state: ConditionState): void {
  const { value, reason, isTriggered } = state
  note(draft, episode, { what: isTriggered ? 'triggered' : 'cleared', conditionId: id, paramId, value, reason })
}

/** Of all that count now. */
export function noteTriggered(draft: Draft): void {
  for (const [place, condition] of draft.alert.conditions.entries()) {
    const state = draft.conditions[place]
    if (state?.isTriggered && isOpen(draft.episode)) noteChange(draft, draft.episode, condition, state)
  }
}

/** Puts a condition's next state in its place, and in the log what is news. */
export function putCondition(draft: Draft, place: number, condition: Condition, next: ConditionState): void {
  const old = draft.conditions[place]
  if (!old || old === next) return
  draft.conditions = draft.conditions.with(place, next)
  const isPut = old.sinceOn === next.sinceOn && old.isTriggered === next.isTriggered
  if (!isPut || old.highs !== next.highs || old.lows !== next.lows) draft.isWorthStoring = true
  if (!isPut || old.isFresh !== next.isFresh || condition.kind === 'no-data') draft.nextOn = null
  if (old.isTriggered === next.isTriggered) return
  const { episode } = draft
  if (!isOpen(episode)) return
  // Another condition may belong to a network where it is not quiet.
  const looked = episode.mutedTill === null ? episode : changeOccurrence(draft, episode, { mutedTill: draft.on })
  noteChange(draft, looked, condition, next)
}
