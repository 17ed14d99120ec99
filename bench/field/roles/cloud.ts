import type { Acts } from '../../kit/acts.ts'
import { freePort } from '../../kit/free-port.ts'
import { OwnCloud } from '../../kit/own-cloud.ts'
import { play } from '../../kit/play.ts'
import { loadNets } from '../load-nets.ts'

export interface CloudActs extends Acts {
  /** The real service with a network for each gateway; gives the port where they call. */
  start(options: { macs: string[]; isTls: boolean }): Promise<number>
  /** JavaScript memory in use including buffers, after garbage collection. */
  heapBytes(): number
  /** Metrics of the service by name. */
  metrics(): Promise<Record<string, number>>
  clear(): Promise<void>
}

const own = new OwnCloud()

const acts: CloudActs = {
  async start({ macs, isTls }) {
    await loadNets(own.folder, macs)
    const port = await freePort()
    await own.start({ callback: `127.0.0.1:${port}`, 'callback-tls': isTls ? 'required' : 'off' })
    return port
  },
  heapBytes() {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  },
  metrics: () => own.metrics(),
  clear: () => own.clear(),
}
play(acts)
