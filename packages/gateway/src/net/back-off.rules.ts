const longestSec = 240

/** Longer each time it was in vain, and never all gateways at once. `random` is in [0, 1). */
export const backOffMs = (delaySec: number, failures: number, random: number): number =>
  Math.min(Math.max(longestSec, delaySec), delaySec * 2 ** failures) * 1000 * (0.5 + random / 2)
