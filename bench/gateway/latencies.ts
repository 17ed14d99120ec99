import { median } from '../kit/median.ts'
import { percentile } from '../kit/percentile.ts'
import type { Role } from '../kit/role.ts'
import type { ClientsActs } from './roles/clients.ts'
import type { TimelessActs } from './roles/timeless.ts'

export interface Latencies {
  medianMs: number
  p99Ms: number
}

interface LatencySetup {
  timeless: Role<TimelessActs>
  clients: Role<ClientsActs>
  gateway: number
  bare: number
  rounds: number
}

/** In turns, so that whatever else the machine does meets all of them. */
const turns = 10
/** Gateways run for months, so the code is compiled before the measurement. */
const warmTurns = 5

/** Measures a client on the line, a client of a server without a line, and a client of the gateway. */
export const measureLatencies = async (
  run: LatencySetup,
): Promise<[direct: Latencies, bare: Latencies, through: Latencies]> => {
  const { timeless, clients, gateway, bare, rounds } = run
  const overTcp = async (port: number): Promise<number[]> => {
    await clients.ask('connect', { port, count: 1 })
    return clients.ask('ask', rounds / turns)
  }
  const times: [number[], number[], number[]] = [[], [], []]
  for (let turn = 0; turn < warmTurns + turns; turn += 1) {
    const some = [await timeless.ask('ask', rounds / turns), await overTcp(bare), await overTcp(gateway)]
    if (turn >= warmTurns) times.forEach((all, at) => all.push(...(some[at] ?? [])))
  }
  const of = (all: number[]): Latencies => ({ medianMs: median(all), p99Ms: percentile(all, 0.99) })
  return [of(times[0]), of(times[1]), of(times[2])]
}
