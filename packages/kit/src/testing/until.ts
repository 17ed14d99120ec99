import { setTimeout as rest, setImmediate as turn } from 'node:timers/promises'

/** Most of it is so within some turns of the event loop, or some milliseconds. To look on without a rest takes the processor from what is waited for. */
const turns = 50
const shortRests = 150
const middleRests = 200
const waitMsMax = 60_000

const pause = (attempt: number): Promise<void> => {
  if (attempt < turns) return turn()
  if (attempt < turns + shortRests) return rest(1)
  return rest(attempt < turns + shortRests + middleRests ? 10 : 50)
}

/** Lets other work go on until it is so. */
export const until = async (isSo: () => boolean | Promise<boolean>, what = String(isSo)): Promise<void> => {
  const began = performance.now()
  for (let attempt = 0; !(await isSo()); attempt += 1) {
    if (performance.now() - began > waitMsMax) throw new Error(`The condition was not met in time: ${what}`)
    await pause(attempt)
  }
}
