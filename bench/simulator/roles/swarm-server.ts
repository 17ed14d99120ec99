import { Plant, type ServedPlant, serveTcp, swarm } from '@busbar/simulator'
import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'

export interface SwarmActs extends Acts {
  /** Opens a port for each of so many sites with so many units each. */
  serve(size: { sites: number; units: number }): Promise<number[]>
}

let served: ServedPlant | undefined

const acts: SwarmActs = {
  async serve(size) {
    served = await serveTcp(new Plant(swarm(size)), { port: 0 })
    return served.sites.map(({ port }) => port)
  },
}
play(acts)
