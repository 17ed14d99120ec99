const golden = (Math.sqrt(5) - 1) / 2

/**
 * Where in its period a device is polled, from 0 to 1. Networks follow each other by the golden ratio and the devices of one by halves,
 * quarters and so on, so that any number of either is spread evenly, and none moves when others come.
 */
export const phaseOf = (netId: number, place: number): number => (netId * golden + halving(place)) % 1

/** 0, 1/2, 1/4, 3/4, 1/8, ...: the binary digits of the place behind the point, in reverse. */
const halving = (place: number): number => {
  let sum = 0
  for (let rest = place, unit = 0.5; rest > 0; rest >>= 1, unit /= 2) sum += (rest & 1) * unit
  return sum
}

/** The lowest free places. */
export function* freePlaces(taken: ReadonlySet<number>): Generator<number, never> {
  for (let place = 0; ; place++) if (!taken.has(place)) yield place
}

/** The first instant of a grid that is not before another. All are whole milliseconds. */
export const firstFrom = (fromMs: number, periodMs: number, phaseMs: number): number =>
  phaseMs + Math.ceil((fromMs - phaseMs) / periodMs) * periodMs
