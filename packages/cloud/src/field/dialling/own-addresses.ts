import { networkInterfaces } from 'node:os'
import type { Clock } from '@busbar/kit'

/** Asking the system takes 60 us, and each dial asks twice: at a thousand dials a second an eighth of a core. */
const cacheMs = 1000

/** The addresses of this machine. */
export const interfaceAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))

/** The same, asked at most once a second. */
export const cachedAddresses = (clock: Clock, ask = interfaceAddresses): (() => readonly string[]) => {
  let cached: readonly string[] = []
  let untilMs = -Infinity
  return () => {
    if (clock.now() < untilMs) return cached
    cached = ask()
    untilMs = clock.now() + cacheMs
    return cached
  }
}
