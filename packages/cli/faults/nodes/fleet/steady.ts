import { setTimeout as sleep } from 'node:timers/promises'
import { metricsOf } from '../../service.ts'
import type { Fleet } from './fleet.ts'
import { type Usage, usageOf } from './usage.ts'

interface ProcessFigures extends Usage {
  name: string
  /** Lateness of polls, 99th percentile, for nodes; null for other processes. */
  lateMs: number | null
}

export interface SteadyFigures {
  sec: number
  /** Readings that were recorded in that time. */
  recorded: number
  processes: ProcessFigures[]
}

/** Measures the usage of each process while only polls run. */
export const measureSteady = async (fleet: Fleet, ms: number): Promise<SteadyFigures> => {
  const usages = (): Map<string, Usage> =>
    new Map(
      fleet
        .pids()
        .entries()
        .map(([name, pids]) => [name, usageOf(pids)]),
    )
  const readings = await fleet.sum('busbar_recorded_readings_total')
  const before = usages()
  const startedMs = performance.now()
  await sleep(ms)
  const after = usages()
  const sec = (performance.now() - startedMs) / 1000
  const recorded = (await fleet.sum('busbar_recorded_readings_total')) - readings
  const late = new Map<string, number>()
  for (const node of fleet.nodes) {
    late.set(node.name, ((await metricsOf(node)).get('busbar_poll_lag_p99_seconds') ?? Number.NaN) * 1000)
  }
  const processes = Array.from(after, ([name, { cpuSec, bytes }]) => ({
    name,
    cpuSec: cpuSec - (before.get(name)?.cpuSec ?? 0),
    bytes,
    lateMs: late.get(name) ?? null,
  }))
  return { sec, recorded, processes }
}

const million = 1e6

/** The unit of all figures that are compared: what a million readings take. */
export const perMillion = ({ cpuSec }: Pick<Usage, 'cpuSec'>, { recorded }: SteadyFigures): string =>
  ((cpuSec / recorded) * million).toFixed(1)
