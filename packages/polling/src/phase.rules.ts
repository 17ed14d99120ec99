/** No part of the networks may have neighbouring phases: parts follow each other by the golden ratio, so phases must not. */
const step = Math.SQRT2 - 1

/**
 * Where in its period a device is polled, from 0 to 1. Networks follow each other by the root of two and the devices of one by halves,
 * quarters and so on, so that any number of either is spread evenly, and none moves when others come.
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
