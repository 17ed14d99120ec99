import { median } from '../kit/median.ts'
import { type Goal, goalTable, table } from '../kit/print.ts'
import { type Role, startRole } from '../kit/role.ts'
import { paramsPerMeter } from './meter.ts'
import { rowsBefore } from './references.ts'
import type { IngestActs, Pace } from './roles/ingest.ts'
import type { VictoriaActs, VictoriaPace } from './roles/victoria.ts'

export interface IngestEffort {
  devices: number
  /** Pieces that are measured, and the polls of a device in each. */
  pieces: number
  rounds: number
  /** Before: until devices have shown all the decimals that they have, they get a new layout now and then. */
  warmRounds: number
  /** Number of devices whose whole day is compacted. */
  compactDevices: number
}

type Contestant = 'record' | 'watch' | 'insert' | 'append'

const contestants: readonly Contestant[] = ['record', 'watch', 'insert', 'append']

const names: Readonly<Record<Contestant, string>> = {
  record: 'Recorder',
  watch: 'with alerts and listeners',
  insert: 'a row for each reading',
  append: 'append and fsync',
}
const batches = [2000, 10_000]

interface Paces extends Record<Contestant, Pace> {
  /** NaN where it is not installed. */
  victoria: VictoriaPace
}

/** Contestants take turns, piece after piece, so that what disturbs the machine disturbs all alike. */
const measure = async (
  role: Role<IngestActs>,
  victoria: Role<VictoriaActs> | null,
  batchReadings: number,
  { devices, pieces, rounds, warmRounds }: IngestEffort,
): Promise<Paces> => {
  const samples: Record<Contestant, Pace[]> = { record: [], watch: [], insert: [], append: [] }
  const theirs: VictoriaPace[] = []
  // The first piece warms up and does not count.
  for (let piece = 0; piece <= pieces; piece += 1) {
    const load = { devices, rounds: piece === 0 ? warmRounds : rounds, batchReadings }
    await role.ask('make', load.rounds)
    for (const who of contestants) {
      const pace = await role.ask(who, batchReadings)
      if (piece > 0) samples[who].push(pace)
    }
    const pace = await victoria?.ask('ingest', load)
    if (piece > 0 && pace !== undefined) theirs.push(pace)
  }
  const middle = (paces: readonly Pace[]): Pace => ({
    perSecond: median(paces.map(({ perSecond }) => perSecond)),
    cpuMicrosPerReading: median(paces.map(({ cpuMicrosPerReading }) => cpuMicrosPerReading)),
    loopP99Ms: Math.max(...paces.map(({ loopP99Ms }) => loopP99Ms)),
  })
  const { record, watch, insert, append } = samples
  return {
    record: middle(record),
    watch: middle(watch),
    insert: middle(insert),
    append: middle(append),
    victoria: { taken: median(theirs.map(({ taken }) => taken)), found: median(theirs.map(({ found }) => found)) },
  }
}

export const benchIngest = async (effort: IngestEffort, victoria: Role<VictoriaActs> | null): Promise<void> => {
  const { devices, pieces, rounds, compactDevices } = effort
  const role = startRole<IngestActs>(import.meta.resolve('./roles/ingest.ts'))
  try {
    await role.ask('open', devices)
    console.log(`Storing: ${devices} devices with ${paramsPerMeter} parameters, embedded database, fsync on`)
    console.log(`The table of rows has ${rowsBefore} of each parameter before.`)
    console.log(
      victoria === null
        ? 'VictoriaMetrics not found: left out'
        : 'VictoriaMetrics has no other way in than HTTP, and syncs now and then. It has taken readings when it answers; they can be found later.',
    )
    console.log(
      `Medians of ${pieces} pieces of ${devices * paramsPerMeter * rounds} readings; the loop's p99 is the worst of them\n`,
    )
    const rows = [['', 'readings a batch', 'readings/s', 'Recorder is', 'own CPU us/reading', 'event loop p99 ms']]
    const goals: Goal[] = []
    for (const batch of batches) {
      const paces = await measure(role, victoria, batch, effort)
      for (const who of contestants) {
        const ratio = paces.record.perSecond / paces[who].perSecond
        const { perSecond: rate, cpuMicrosPerReading: cpu, loopP99Ms } = paces[who]
        const figures = [rate.toFixed(0), `${ratio.toFixed(2)} times`, cpu.toFixed(2), loopP99Ms.toFixed(1)]
        rows.push([names[who], `${batch}`, ...figures])
      }
      const { record, watch, insert } = paces
      if (victoria !== null) {
        for (const what of ['taken', 'found'] as const) {
          const rate = paces.victoria[what]
          const ratio = record.perSecond / rate
          rows.push([`VictoriaMetrics, ${what}`, `${batch}`, rate.toFixed(0), `${ratio.toFixed(2)} times`, '-', '-'])
          goals.push({ what: `${batch} a flush: times VictoriaMetrics, ${what}`, value: ratio, wants: { atLeast: 1 } })
        }
      }
      goals.push(
        { what: `${batch} a flush: times rows`, value: record.perSecond / insert.perSecond, wants: { atLeast: 4 } },
        {
          what: `${batch} a flush: loop p99`,
          value: Math.max(record.loopP99Ms, watch.loopP99Ms),
          unit: ' ms',
          wants: { below: 10 },
        },
      )
    }
    const sizes = await role.ask('sizes')
    const cold = await role.ask('compact', compactDevices)
    console.log(table(rows))
    console.log(
      `\nhot ${sizes.hotPerReading.toFixed(2)} bytes a reading, as rows ${sizes.rowPerReading.toFixed(2)}; besides layouts ${megabytes(sizes.layouts)} and last values ${megabytes(sizes.lastPolls)}`,
    )
    console.log(`compacted ${cold.readings} readings: whole days of ${compactDevices} devices\n`)
    goals.push(
      { what: 'bytes a reading, hot', value: sizes.hotPerReading, wants: { atMost: 11 } },
      { what: 'compaction: readings/s', value: Math.round(cold.perSecond), wants: { atLeast: 800_000 } },
      { what: 'compaction: loop p99', value: cold.loopP99Ms, unit: ' ms', wants: { below: 10 } },
      { what: 'bytes a reading, cold', value: cold.coldPerReading, wants: { atMost: 0.6 } },
    )
    console.log(goalTable(goals))
  } finally {
    await role.ask('clear')
    await role.stop()
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`
