import type { ActReply, ActRequest, Acts, CommonActs } from './acts.ts'
import { cpuMicros } from './cpu.ts'

const common: CommonActs = {
  cpuMicros,
  rssBytes() {
    // A second time for what the first one only let go.
    for (let i = 0; i < 2; i += 1) globalThis.gc?.()
    return process.memoryUsage.rss()
  },
}

/** Answers the calls of the process that called `startRole`, and ends with it. */
export const play = (acts: Acts): void => {
  const known: Acts = { ...common, ...acts }
  process.on('message', async ({ id, act, argument }: ActRequest) =>
    process.send?.(await answer(id, known[act], argument)),
  )
  process.on('disconnect', () => process.exit())
}

const answer = async (id: number, act: Acts[string] | undefined, argument: unknown): Promise<ActReply<unknown>> => {
  try {
    if (act === undefined) throw new Error('it cannot do that')
    return { id, ok: await act(argument) }
  } catch (error) {
    return { id, err: String(error) }
  }
}
