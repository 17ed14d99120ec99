import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'

export interface ServerActs extends Acts {
  /** Gives its port. */
  listen(): Promise<number>
}

export const playServer = (listen: () => Promise<number>): void => play({ listen } satisfies ServerActs)
