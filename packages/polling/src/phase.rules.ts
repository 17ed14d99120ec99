/** No part of the networks may have neighbouring phases: parts follow each other by the golden ratio, so phases must not. */
const step = Math.SQRT2 - 1

/**
 * Phase of a device within its period, from 0 to 1. Multiples of the square root of two for networks, and halves,
 * quarters and so on for devices spread any number of them evenly, and additions move no existing device.
 */
export const phaseOf = (netId: number, slot: number): number => (netId * step + halving(slot)) % 1

/** 0, 1/2, 1/4, 3/4, 1/8, ...: the binary digits of the place behind the point, in reverse. */
const halving = (slot: number): number => {
  let sum = 0
  for (let rest = slot, unit = 0.5; rest > 0; rest >>= 1, unit /= 2) sum += (rest & 1) * unit
  return sum
}

/** The lowest free places. */
export function* freeSlots(takenSlots: ReadonlySet<number>): Generator<number, never> {
  for (let slot = 0; ; slot++) if (!takenSlots.has(slot)) yield slot
}

/** The first instant of a grid that is not before another. All are whole milliseconds. */
export const firstFrom = (fromMs: number, periodMs: number, phaseMs: number): number =>
  phaseMs + Math.ceil((fromMs - phaseMs) / periodMs) * periodMs
