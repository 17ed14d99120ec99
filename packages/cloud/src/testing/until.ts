import { setTimeout as rest, setImmediate as turn } from 'node:timers/promises'

/** Most of it is so within some turns of the event loop, or some milliseconds. To look on without a rest takes the processor from what is waited for. */
const turns = 50
const shortRests = 150
const restMs = 10
const waitMsMax = 60_000

/** Lets other work go on until it is so. */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const began = performance.now()
  for (let look = 0; !(await isSo()); look += 1) {
    if (performance.now() - began > waitMsMax) throw new Error(`It did not become so: ${String(isSo)}`)
    await (look < turns ? turn() : rest(look < turns + shortRests ? 1 : restMs))
  }
}
