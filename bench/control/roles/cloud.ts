import { loadNets } from '../../field/load-nets.ts'
import type { Acts } from '../../kit/acts.ts'
import { freePort } from '../../kit/free-port.ts'
import { OwnCloud } from '../../kit/own-cloud.ts'
import { play } from '../../kit/play.ts'
import { type MadeSite, makeSite } from '../make-site.ts'

export interface StartedCloud extends MadeSite {
  apiPort: number
  callBackPort: number
}
export interface CloudActs extends Acts {
  /** The real service with a network for each gateway, and one that it dials: the site's. */
  start(options: { macs: string[]; sitePort: number }): Promise<StartedCloud>
  metrics(): Promise<Record<string, number>>
  clear(): Promise<void>
}

const own = new OwnCloud()

const acts: CloudActs = {
  async start({ macs, sitePort }) {
    await loadNets(own.folder, macs)
    const callBackPort = await freePort()
    const flags = { callback: `127.0.0.1:${callBackPort}`, 'callback-tls': 'off', 'raw-allow': '127.0.0.0/8:1-65535' }
    const cloud = await own.start(flags)
    return { ...(await makeSite(cloud, sitePort)), apiPort: Number(new URL(cloud.url).port), callBackPort }
  },
  metrics: () => own.metrics(),
  clear: () => own.clear(),
}
play(acts)
