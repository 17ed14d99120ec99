import { setImmediate } from 'node:timers/promises'

/** Lets other work go on until it is so; a test's own limit ends it. */
export const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await setImmediate()
}
