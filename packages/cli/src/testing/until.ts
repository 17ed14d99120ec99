import { setTimeout as wait } from 'node:timers/promises'

const pollMs = 50

/** Asks until it is so. To ask without a pause would take the processor from the programs that are waited for. */
export const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await wait(pollMs)
}
