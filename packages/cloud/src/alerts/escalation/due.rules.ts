import type { Policy } from './contact.ts'

/** A step of a round, both counted from 0. */
export interface Place {
  round: number
  step: number
}

const minuteMs = 60_000
/** Who is later than this was kept from it, by a stop of the service or quiet times: what follows keeps its distance. */
const lateMs = 60_000

const gapMinutes = ({ steps }: Policy, from: number, to: number): number =>
  (steps[to]?.afterMinutes ?? 0) - (steps[from]?.afterMinutes ?? 0)

/** Which step follows one that was due at `dueOn` and told at `on`, and when; null: it was the last. */
export function nextDue(
  policy: Policy,
  { round, step }: Place,
  dueOn: number,
  on: number,
): (Place & { dueOn: number }) | null {
  const base = on - dueOn > lateMs ? on : dueOn
  const last = policy.steps.length - 1
  if (step < last) {
    return { round, step: step + 1, dueOn: base + gapMinutes(policy, step, step + 1) * minuteMs }
  }
  if (policy.repeatMinutes === null || round + 1 >= policy.rounds) return null
  const gap = policy.repeatMinutes + gapMinutes(policy, Math.min(step, last), 0)
  return { round: round + 1, step: 0, dueOn: base + Math.max(1, gap) * minuteMs }
}
