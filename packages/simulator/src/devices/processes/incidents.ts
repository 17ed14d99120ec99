import { uniform } from '../../random.ts'

/**
 * Things that happen now and then: one in every slot of time, of sixteen kinds. Every kind comes once in sixteen
 * slots, in an order of the device's own, so what has happened until now can be summed without looking at the past.
 */
export const kinds = 16

export interface IncidentSchedule {
  readonly seed: number
  readonly slotMs: number
}

export interface Incident {
  readonly slot: number
  readonly kind: number
  readonly startMs: number
}

/** The incident of the slot in which `now` lies. It starts in the slot's first half, so short ones end within it. */
export const incidentOf = (incidents: IncidentSchedule, now: number): Incident =>
  incidentIn(incidents, Math.floor(now / incidents.slotMs))

export function incidentIn({ seed, slotMs }: IncidentSchedule, slot: number): Incident {
  const startMs = Math.round((slot + 0.05 + 0.45 * uniform(seed, slot)) * slotMs)
  return { slot, kind: kindIn(seed, slot), startMs }
}

// Five and sixteen have no common divisor: sixteen slots in a row have sixteen kinds.
const kindIn = (seed: number, slot: number): number => (slot * 5 + (seed & 15)) & 15

/** The sum of a weight over the incidents of slots `from` (included) to `to` (not included). */
export function sumOver(
  { seed }: IncidentSchedule,
  from: number,
  to: number,
  weight: (kind: number) => number,
): number {
  return sumBefore(seed, to, weight) - sumBefore(seed, from, weight)
}

function sumBefore(seed: number, slot: number, weight: (kind: number) => number): number {
  const cycles = Math.floor(slot / kinds)
  let whole = 0
  let part = 0
  for (let n = 0; n < kinds; n++) {
    if (cycles * kinds + n === slot) part = whole
    whole += weight(kindIn(seed, n))
  }
  return cycles * whole + part
}
