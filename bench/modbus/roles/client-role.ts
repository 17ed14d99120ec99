import type { Acts } from '../../kit/acts.ts'
import { allocatedBytes } from '../../kit/allocated.ts'
import { cpuMicros } from '../../kit/cpu.ts'
import { play } from '../../kit/play.ts'

export interface RunOptions {
  port: number
  /** Requests on their way at once. */
  depth: number
  runMs: number
}
export interface RunResult {
  requests: number
  seconds: number
  cpuMicros: number
  /** Allocated in JavaScript's heap; null where that is not known. */
  bytes: number | null
}
export interface ClientActs extends Acts {
  run(options: RunOptions): Promise<RunResult>
}

/** A connected client. */
export interface ConnectedClient {
  /** Sends requests with `depth` in flight until the time has passed, and returns the number of responses. */
  ask(untilMs: number): Promise<number>
  close(): void
}

/** Plays a client whose runs are measured without their connecting. */
export const playClient = (connect: (options: RunOptions) => Promise<ConnectedClient>): void =>
  play({
    async run(options: RunOptions): Promise<RunResult> {
      const client = await connect(options)
      const startedAt = performance.now()
      const cpuBefore = cpuMicros()
      const bytesBefore = allocatedBytes()
      const requests = await client.ask(startedAt + options.runMs)
      const run = {
        requests,
        seconds: (performance.now() - startedAt) / 1000,
        cpuMicros: cpuMicros() - cpuBefore,
        bytes: allocatedBytes() - bytesBefore,
      }
      client.close()
      return run
    },
  } satisfies ClientActs)

/** `depth` loops over one function that asks once. */
export const inLoops = async (depth: number, untilMs: number, ask: () => Promise<void>): Promise<number> => {
  let count = 0
  const loop = async (): Promise<void> => {
    for (; performance.now() < untilMs; count += 1) await ask()
  }
  await Promise.all(Array.from({ length: depth }, loop))
  return count
}
