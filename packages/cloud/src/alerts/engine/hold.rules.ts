import type { AlertState, Condition, JudgedAlert } from '../alert.ts'
import type { Hold, HoldReason } from '../holds.ts'
import { quietAt, quietFor } from './quiet.rules.ts'

type Known = Pick<AlertState, 'conditions'>

/** Times that follow each other are looked through up to so many; then it is looked again at the end of the last. */
const looksMax = 100

function mutedBy({ mute }: JudgedAlert, on: number): Hold | null {
  if (mute === null || mute.till <= on) return null
  return { why: 'mute', till: mute.till, name: null, reason: mute.comment, by: mute.by }
}

/** In quiet times everything waits; for the other reasons messages do, and what is written to devices is no message. */
export const isHeldFor = (why: HoldReason, isWrite: boolean): boolean =>
  !isWrite || why === 'maintenance' || why === 'hours'

/**
 * Why messages about an alert wait at `on`, and until when; null: they do not. Whoever tells people anything about an alert asks here:
 * the engine, those who show how it stands, and escalation.
 */
export const holdAt = (alert: JudgedAlert, { conditions }: Known, on: number): Hold | null =>
  quietAt(alert, conditions, on) ?? mutedBy(alert, on)

/** From when people may be told of a condition that counts now: `on` where they may at once. */
export function loudOn(alert: JudgedAlert, condition: Condition, on: number): number {
  let loud = on
  for (let looks = 0; looks < looksMax; looks++) {
    const held = quietFor(alert, condition, loud) ?? mutedBy(alert, loud)
    if (held === null) return loud
    loud = held.till
  }
  return loud
}
