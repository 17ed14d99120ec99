import { exponentialBackOff } from '@busbar/kit'

const longestSec = 240
/** Earliest share of the delay after which a connection is retried. */
const soonestShare = 0.1

/**
 * The delay itself at first; longer each time the other side was not there, and then not all gateways at once. `failures` are those
 * before; `random` is in [0, 1).
 */
export const backOffMs = (delaySec: number, failures: number, random: number): number => {
  const grownSec = exponentialBackOff(failures, delaySec, longestSec)
  return (delaySec + (grownSec - delaySec) * (0.5 + random / 2)) * 1000
}

/**
 * Delay after a good connection: when a cloud stops, all its gateways lose their connections at once, so their retries
 * are spread over the delay.
 */
export const comeBackMs = (delaySec: number, random: number): number =>
  delaySec * (soonestShare + (1 - soonestShare) * random) * 1000
