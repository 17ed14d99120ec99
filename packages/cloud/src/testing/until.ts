import { setTimeout as rest, setImmediate as turn } from 'node:timers/promises'

/** Most of it is so within some turns of the event loop. To look on without a rest takes the processor from what is waited for. */
const turns = 50
/** At a millisecond each, a minute. */
const looksMax = 60_000

/** Lets other work go on until it is so. */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  for (let look = 0; !(await isSo()); look += 1) {
    if (look === looksMax) throw new Error(`It did not become so: ${String(isSo)}`)
    await (look < turns ? turn() : rest(1))
  }
}
