import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 1000
const triesMax = 60

/** Returns the keys that have not arrived within a minute. */
export const notArrived = async (
  keys: readonly string[],
  arrived: () => { has(key: string): boolean },
): Promise<string[]> => {
  let lost = [...keys]
  for (let tries = 0; lost.length > 0 && tries < triesMax; tries += 1) {
    await sleep(pollMs)
    const all = arrived()
    lost = lost.filter((key) => !all.has(key))
  }
  return lost
}
