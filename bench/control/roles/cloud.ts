import { startCloud } from '@busbar/cloud'
import { readSettings } from '@busbar/cloud/env'
import { loadNets } from '../../field/load-nets.ts'
import type { Acts } from '../../kit/acts.ts'
import { freePort } from '../../kit/free-port.ts'
import { readMetrics } from '../../kit/metrics.ts'
import { play } from '../../kit/play.ts'
import { tempFolder } from '../../kit/temp-folder.ts'
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

const folder = tempFolder()
let stop: () => Promise<void> = async () => {}
let url = ''

const acts: CloudActs = {
  async start({ macs, sitePort }) {
    await loadNets(folder.path, macs)
    const callBackPort = await freePort()
    const flags = {
      http: '127.0.0.1:0',
      data: folder.path,
      callback: `127.0.0.1:${callBackPort}`,
      'callback-tls': 'off',
      'raw-allow': '127.0.0.0/8',
      'log-level': 'warn',
    }
    const cloud = await startCloud(readSettings(flags, {}))
    stop = () => cloud.stop()
    url = cloud.url
    return { ...(await makeSite(cloud, sitePort)), apiPort: Number(new URL(url).port), callBackPort }
  },
  metrics: () => readMetrics(url),
  async clear() {
    await stop()
    folder.remove()
  },
}
play(acts)
