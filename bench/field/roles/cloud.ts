import { startCloud } from '@busbar/cloud'
import { readSettings } from '@busbar/cloud/env'
import type { Acts } from '../../kit/acts.ts'
import { freePort } from '../../kit/free-port.ts'
import { readMetrics } from '../../kit/metrics.ts'
import { play } from '../../kit/play.ts'
import { tempFolder } from '../../kit/temp-folder.ts'
import { loadNets } from '../load-nets.ts'

export interface CloudActs extends Acts {
  /** The real service with a network for each gateway; gives the port where they call. */
  start(options: { macs: string[]; isTls: boolean }): Promise<number>
  /** What JavaScript has in use, its buffers too, after collecting garbage. */
  heapBytes(): number
  /** What the service says of itself, by name. */
  metrics(): Promise<Record<string, number>>
  clear(): Promise<void>
}

const folder = tempFolder()
let stop: () => Promise<void> = async () => {}
let url = ''

const acts: CloudActs = {
  async start({ macs, isTls }) {
    await loadNets(folder.path, macs)
    const port = await freePort()
    const flags = {
      http: '127.0.0.1:0',
      data: folder.path,
      callback: `127.0.0.1:${port}`,
      'callback-tls': isTls ? 'required' : 'off',
      'log-level': 'warn',
    }
    const cloud = await startCloud(readSettings(flags, {}))
    stop = () => cloud.stop()
    url = cloud.url
    return port
  },
  heapBytes() {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  },
  metrics: () => readMetrics(url),
  async clear() {
    await stop()
    folder.remove()
  },
}
play(acts)
