import { setTimeout as sleep } from 'node:timers/promises'
import { tableLines } from '../../../src/table.ts'
import { missingCitus } from '../../citus/citus-servers.ts'
import { CitusDatabase, type FleetDatabase, OwnDatabase } from './database.ts'
import { Fleet, type FleetOptions } from './fleet.ts'
import { measureSteady, perMillion, type SteadyFigures } from './steady.ts'

const nodesMax = 3
/** Readings are spread by organization. */
const organizations = 20
const columns = [
  ...Array.from({ length: nodesMax }, (_, at) => `n${at + 1}`),
  'PostgreSQL',
  'coordinator',
  'worker 1',
  'worker 2',
  'NATS',
]

type ScalingOptions = Omit<FleetOptions, 'nodes' | 'organizations' | 'database'>

/** CPU-seconds for a million readings of each process, with one node and more, on one PostgreSQL and on Citus. */
export const printScaling = async (setting: ScalingOptions, seconds: number): Promise<void> => {
  const citus = missingCitus()
  const storages: [name: string, make: () => FleetDatabase][] = [['PostgreSQL', () => new OwnDatabase()]]
  if (citus === null) storages.push(['Citus', () => new CitusDatabase()])
  else console.log(`without Citus: it ${citus}\n`)
  const rows: string[][] = []
  for (const [storage, make] of storages) {
    for (let nodes = 1; nodes <= nodesMax; nodes += 1) {
      const figures = await measure({ ...setting, nodes, organizations, database: make() }, seconds)
      rows.push([`${storage}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`, ...cells(figures)])
    }
  }
  console.log(tableLines([['CPU s per million readings', ...columns, 'all', 'readings/s'], ...rows]).join('\n'))
}

const measure = async (options: FleetOptions, seconds: number): Promise<SteadyFigures> => {
  const fleet = new Fleet(options)
  try {
    await fleet.start()
    await fleet.call()
    await sleep(2 * options.periodSec * 1000)
    return await measureSteady(fleet, seconds * 1000)
  } finally {
    await fleet.stop()
  }
}

/** The gateways are no part of an installation. */
const cells = (figures: SteadyFigures): string[] => {
  const shown = figures.processes.filter(({ name }) => columns.includes(name))
  const all = shown.reduce((sum, { cpuSec }) => sum + cpuSec, 0)
  return [
    ...columns.map((column) => {
      const found = shown.find(({ name }) => name === column)
      return found === undefined ? '' : perMillion(found, figures)
    }),
    perMillion({ cpuSec: all }, figures),
    (figures.recorded / figures.sec).toFixed(0),
  ]
}
