import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 250

/** Looks again and again until it is so, and fails when that takes too long. */
export const until = async (isSo: () => Promise<boolean>, what: string, msMax = 300_000): Promise<void> => {
  const startedAt = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startedAt > msMax) throw new Error(`not ${what} after ${msMax / 1000} s`)
    await sleep(pollMs)
  }
}
