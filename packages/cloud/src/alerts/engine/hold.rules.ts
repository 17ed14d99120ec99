import type { AlertState, Condition, JudgedAlert } from '../alert.ts'
import { type Hold, type HoldReason, someDay } from '../holds.ts'
import { quietAt, quietFor } from './quiet.rules.ts'

type Known = Pick<AlertState, 'conditions' | 'episode' | 'parents'>

/** What an alert depends on is often seen to fail a little later than the alert itself. */
const beginWaitMs = 30_000
/** And when it is well again, the alert needs a moment to be so too: the first polls, or a pump that starts. */
const endWaitMs = 60_000

/** Times that follow each other are looked through up to so many; then it is looked again at the end of the last. */
const looksMax = 100

const unsaid = { reason: null, by: null }

export function mutedBy({ mute }: Pick<JudgedAlert, 'mute'>, on: number): Hold | null {
  if (mute === null || mute.till <= on) return null
  return { why: 'mute', till: mute.till, name: null, reason: mute.comment, by: mute.by }
}

/** In quiet times everything waits; for the other reasons messages do, and what is written to devices is no message. */
export const isHeldFor = (why: HoldReason, isWrite: boolean): boolean =>
  !isWrite || why === 'maintenance' || why === 'hours'

function dependentBy({ dependsOn }: JudgedAlert, { episode, parents = {} }: Known, on: number): Hold | null {
  if (dependsOn.length === 0) return null
  const why = 'dependency'
  for (const { id, name } of dependsOn) {
    if (parents[id]?.isActive) return { why, till: someDay, name, ...unsaid, parentId: id }
  }
  for (const { id, name } of dependsOn) {
    const till = (parents[id]?.on ?? Number.NEGATIVE_INFINITY) + endWaitMs
    if (on < till) return { why, till, name, ...unsaid }
  }
  const till = (episode?.startedOn ?? Number.NEGATIVE_INFINITY) + beginWaitMs
  return on < till ? { why, till, name: null, ...unsaid } : null
}

/**
 * Why messages about an alert wait at `on`, and until when; null: they do not. Whoever tells people anything about an alert asks here:
 * the engine, those who show how it stands, and escalation.
 */
export const holdAt = (alert: JudgedAlert, known: Known, on: number): Hold | null =>
  quietAt(alert, known.conditions, on) ?? mutedBy(alert, on) ?? dependentBy(alert, known, on)

/** From when people may be told of a condition that counts now: `on` where they may at once, infinite where nobody knows. */
export function loudOn(alert: JudgedAlert, known: Known, condition: Condition, on: number): number {
  let loud = on
  for (let looks = 0; looks < looksMax; looks++) {
    const held = quietFor(alert, condition, loud) ?? mutedBy(alert, loud) ?? dependentBy(alert, known, loud)
    if (held === null) return loud
    if (held.till >= someDay) return Number.POSITIVE_INFINITY
    loud = held.till
  }
  return loud
}
