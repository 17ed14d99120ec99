import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Cloud } from '@busbar/cloud'
import type { PlantDescription } from '@busbar/simulator'
import type { DemoParam } from '../params.ts'
import type { DeviceHistory, HistoryRequest, WorkerData } from './worker.ts'

export interface FillOptions {
  cloud: Pick<Cloud, 'loadHistory'>
  orgId: number
  plants: readonly PlantDescription[]
  params: readonly DemoParam[]
  /** When it was measured. */
  times: Float64Array
  /** Told as it goes, from 0 to 1. */
  progress?: (share: number) => void
}

/** Creates history for every tracked parameter. A worker computes it while finished parts are stored. */
export const fillHistory = async ({ cloud, orgId, plants, params, times, progress }: FillOptions): Promise<void> => {
  let done = 0
  for (const plant of plants) {
    const sites = new Set(plant.sites.map(({ id }) => id))
    const idOf = new Map(params.map((param) => [paramKey(param), param.id]))
    const devices = byDevice(params.filter(({ site }) => sites.has(site)))
    for await (const { site, unit, labels, columns } of pasts({ plant, times, devices })) {
      await Promise.all(
        labels.map(async (label, at) => {
          const paramId = idOf.get(paramKey({ site, unit, label }))
          const values = columns[at]
          if (paramId === undefined || values === undefined || values.some(Number.isNaN)) return
          await cloud.loadHistory(orgId, paramId, { times, values })
        }),
      )
      done += labels.length
      progress?.(done / params.length)
    }
  }
}

const paramKey = ({ site, unit, label }: Omit<DemoParam, 'id'>): string => `${site}/${unit}/${label}`

const byDevice = (all: readonly DemoParam[]): HistoryRequest[] =>
  [...Map.groupBy(all, ({ site, unit }) => `${site}/${unit}`).values()].flatMap((group) => {
    const [first] = group
    return first === undefined ? [] : [{ site: first.site, unit: first.unit, labels: group.map(({ label }) => label) }]
  })

async function* pasts(workerData: WorkerData): AsyncGenerator<DeviceHistory> {
  if (workerData.devices.length === 0) return
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData })
  try {
    let left = workerData.devices.length
    for await (const [past] of on(worker, 'message')) {
      yield past as DeviceHistory
      left -= 1
      if (left === 0) return
    }
  } finally {
    await worker.terminate()
  }
}
