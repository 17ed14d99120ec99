import { type CallingPlant, Plant, serveCallBack, swarm } from '@busbar/simulator'
import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'
import { unitsPerSite } from '../params.ts'

export interface SwarmActs extends Acts {
  /** Makes so many sites; gives the MACs of their gateways. */
  make(sites: number): string[]
  /** Lets them call in. */
  call(options: { port: number; isTls: boolean }): void
}

let plant: Plant | null = null

const serve = (options: { port: number; isTls: boolean }): CallingPlant => {
  if (plant === null) throw new Error('there are no sites')
  return serveCallBack(plant, options)
}

const acts: SwarmActs = {
  make(sites) {
    plant = new Plant(swarm({ sites, units: unitsPerSite }))
    // Closed before it has dialled: all that is wanted are the names.
    const named = serve({ port: 0, isTls: false })
    named.close()
    return named.sites.map(({ mac }) => mac)
  },
  call(options) {
    serve(options)
  },
}
play(acts)
