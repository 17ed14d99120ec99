/**
 * Nodes divide networks by the golden ratio, so phases must use another irrational number: no node's networks may have
 * adjacent phases.
 */
const step = Math.SQRT2 - 1

/**
 * Phase of a device within its period, from 0 to 1. Multiples of the square root of two for networks, and halves,
 * quarters and so on for devices spread any number of them evenly, and additions move no existing device.
 */
export const phaseOf = (netId: number, slot: number): number => (netId * step + halving(slot)) % 1

/** 0, 1/2, 1/4, 3/4, 1/8, ...: the binary digits of the slot after the point, reversed. */
const halving = (slot: number): number => {
  let sum = 0
  for (let rest = slot, unit = 0.5; rest > 0; rest >>= 1, unit /= 2) sum += (rest & 1) * unit
  return sum
}

/** Lowest free slots. */
export function* freeSlots(takenSlots: ReadonlySet<number>): Generator<number, never> {
  for (let slot = 0; ; slot++) if (!takenSlots.has(slot)) yield slot
}

/** First time on a grid at or after another, in whole milliseconds. */
export const firstFrom = (fromMs: number, periodMs: number, phaseMs: number): number =>
  phaseMs + Math.ceil((fromMs - phaseMs) / periodMs) * periodMs
