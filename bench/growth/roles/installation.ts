import { AlertWatch } from '@busbar/alerts'
import type { Database } from '@busbar/database'
import { type Clock, monotonicClock } from '@busbar/kit'
import { History } from '@busbar/readings'
import { lastReadings } from '@busbar/readings/last-values'
import type { Acts } from '../../kit/acts.ts'
import { median } from '../../kit/median.ts'
import { play } from '../../kit/play.ts'
import { tempFolder } from '../../kit/temp-folder.ts'
import { Fleet, orgId, paramIdOf } from '../../readings/fleet.ts'
import { paramsPerMeter } from '../../readings/meter.ts'
import { errorLog, FedRecorder } from '../../readings/store.ts'
import { type InstallationSize, openWorld, today } from '../world.ts'

/** In milliseconds, by what is done. */
export type Costs = Readonly<Record<string, number>>
export interface InstallationActs extends Acts {
  /** Makes an installation of this size, looks what things cost there, and removes it. */
  look(amounts: InstallationSize): Promise<Costs>
}

const devicesPolled = 500
const times = 15
const dayMs = 86_400_000

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** The median of some times, after one that does not count. */
const middle = async (work: () => Promise<unknown>): Promise<number> => {
  await work()
  const found: number[] = []
  for (let time = 0; time < times; time += 1) found.push(await timed(work))
  return median(found)
}

/** Costs of the same devices and parameters, whatever else the installation contains. */
const costsIn = async (db: Database): Promise<Costs> => {
  const history = new History({ sql: db.sql, now: () => today })
  const fleet = new Fleet(devicesPolled, today)
  let lastOn = today
  const clock: Clock = { now: () => lastOn, after: (ms, act) => monotonicClock.after(ms, act) }
  const links = { statuses: () => new Map(), onConnection: () => () => {} }
  const watch = new AlertWatch({ db, clock, now: () => new Date(lastOn), log: errorLog, links, oldestOn: () => null })
  const startMs = await timed(() => watch.start())
  const recorder = new FedRecorder(db, devicesPolled * paramsPerMeter, today, (tx, polls) =>
    watch.inRecordingTx(tx, polls),
  )
  await recorder.start()
  const record = async (): Promise<void> => {
    const polls = fleet.polls(1)
    lastOn = polls.at(-1)?.readOn ?? lastOn
    await recorder.record(polls)
  }
  // Until devices have shown the decimals that they have.
  for (let round = 0; round < 20; round += 1) await record()
  const params = Array.from({ length: 100 }, (_, i) => ({ orgId, deviceId: i + 1, id: paramIdOf(i + 1, 0) }))
  const first = paramIdOf(1, 0)
  const costs = {
    'starting the watch over alerts': startMs,
    'recording 500 polls': await middle(record),
    'last values of 100': await middle(() => lastReadings(db.sql, params)),
    'yesterday in 1,000 points': await middle(() => history.firsts(orgId, [first], today - dayMs, today - 1, 1000)),
    'extremes of all': await middle(() => history.extremes(orgId, [first], 0, today - 1)),
  }
  await recorder.stop()
  await watch.stop()
  await history.stop()
  return costs
}

play({
  async look(amounts: InstallationSize): Promise<Costs> {
    const folder = tempFolder()
    const db = await openWorld(folder.path, amounts)
    try {
      return await costsIn(db)
    } finally {
      await db.close()
      folder.remove()
    }
  },
} satisfies InstallationActs)
