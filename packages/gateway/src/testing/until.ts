import { setTimeout as rest, setImmediate as turn } from 'node:timers/promises'

/** Most of it is so within some turns of the event loop, or some milliseconds. To look on without a rest takes the processor from what is waited for. */
const turns = 50
const shortRests = 150
const restMs = 10

/** Lets other work go on until it is so; a test's own limit ends it. */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  for (let look = 0; !(await isSo()); look += 1)
    await (look < turns ? turn() : rest(look < turns + shortRests ? 1 : restMs))
}
