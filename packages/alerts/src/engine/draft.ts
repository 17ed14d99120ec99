import type { Condition, JudgedAlert } from '../alert.ts'
import type {
  AlertState,
  ConditionState,
  Effect,
  FlapState,
  LogDetail,
  OccurrenceState,
  Transition,
} from '../alert-state.ts'

/** A state on its way to the next. What it holds is replaced and never changed: it may still be the old state's. */
export interface Draft extends Omit<AlertState, 'version' | 'revision' | 'wakeOn' | 'episode' | 'flap'> {
  occurrence: OccurrenceState | null
  flap: FlapState | null
  alert: JudgedAlert
  /** When time alone changes something, infinite where it does not; null when that is to be found out again. */
  nextOn: number | null
  effects: Effect[]
  shifted: Transition['shifted']
  isWorthStoring: boolean
}

export const isOpen = (occurrence: OccurrenceState | null): occurrence is OccurrenceState =>
  occurrence !== null && occurrence.closedOn === null

export function changeOccurrence(
  draft: Draft,
  occurrence: OccurrenceState,
  change: Partial<OccurrenceState>,
): OccurrenceState {
  const next = { ...occurrence, ...change }
  draft.occurrence = next
  draft.nextOn = null
  draft.isWorthStoring = true
  return next
}

/** A line that flaps all night must not fill the log. */
const changesMax = 100

/** Puts in the log what conditions did. */
export function note(draft: Draft, occurrence: OccurrenceState, detail: LogDetail): void {
  if (occurrence.changes > changesMax) return
  changeOccurrence(draft, occurrence, { changes: occurrence.changes + 1 })
  if (!occurrence.isLogged) return
  const { on } = draft
  const isFull = occurrence.changes === changesMax
  draft.effects.push({ kind: 'detail', occurrence: occurrence.no, on, detail: isFull ? { what: 'full' } : detail })
}

function noteChange(
  draft: Draft,
  occurrence: OccurrenceState,
  { id, paramId }: Condition,
  state: ConditionState,
): void {
  const { value, reason, isTriggered } = state
  note(draft, occurrence, { what: isTriggered ? 'triggered' : 'cleared', conditionId: id, paramId, value, reason })
}

/** Logs all triggered conditions. */
export function noteTriggered(draft: Draft): void {
  for (const [index, condition] of draft.alert.conditions.entries()) {
    const state = draft.conditions[index]
    if (state?.isTriggered && isOpen(draft.occurrence)) noteChange(draft, draft.occurrence, condition, state)
  }
}

/** Puts a condition's next state in its place, and in the log what is news. */
export function putCondition(draft: Draft, index: number, condition: Condition, next: ConditionState): void {
  const old = draft.conditions[index]
  if (!old || old === next) return
  draft.conditions = draft.conditions.with(index, next)
  const isSameVerdict = old.sinceOn === next.sinceOn && old.isTriggered === next.isTriggered
  if (!isSameVerdict || old.highs !== next.highs || old.lows !== next.lows) draft.isWorthStoring = true
  if (!isSameVerdict || old.isFresh !== next.isFresh || condition.kind === 'no-data') draft.nextOn = null
  if (old.isTriggered === next.isTriggered) return
  const { occurrence } = draft
  if (!isOpen(occurrence)) return
  // Another condition may belong to a network where it is not quiet.
  const rechecked =
    occurrence.mutedTill === null ? occurrence : changeOccurrence(draft, occurrence, { mutedTill: draft.on })
  noteChange(draft, rechecked, condition, next)
}
