import type { Acts } from '../../kit/acts.ts'
import { allocatedBytes } from '../../kit/allocated.ts'
import { play } from '../../kit/play.ts'

export interface ServerActs extends Acts {
  /** Gives its port. */
  listen(): Promise<number>
  /** Allocated in JavaScript's heap so far. */
  allocatedBytes(): number
}

export const playServer = (listen: () => Promise<number>): void => play({ listen, allocatedBytes } satisfies ServerActs)
