import { Plant, serveTcp } from '@busbar/simulator'
import type { Acts } from '../../kit/acts.ts'
import { play } from '../../kit/play.ts'
import { sku, unit } from '../site.ts'

export interface SiteActs extends Acts {
  /** Opens the site's door; gives its port. */
  serve(): Promise<number>
}

const acts: SiteActs = {
  async serve() {
    const site = { id: 'hall', name: 'Hall', envelope: 'tcp' as const, devices: [{ unit, sku, name: 'Controller' }] }
    const served = await serveTcp(new Plant({ name: 'hall', seed: 'hall', sites: [site] }), { port: 0 })
    return served.sites[0]?.port ?? 0
  },
}
play(acts)
