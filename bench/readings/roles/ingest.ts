import { AlertWatch } from '@busbar/alerts'
import { LiveHub } from '@busbar/cloud/nodes'
import type { Database } from '@busbar/database'
import { type Clock, monotonicClock } from '@busbar/kit'
import { Compactor, type Poll } from '@busbar/readings'
import type { Acts } from '../../kit/acts.ts'
import { cpuMicros } from '../../kit/cpu.ts'
import { withLoopDelay } from '../../kit/loop-delay.ts'
import { play } from '../../kit/play.ts'
import { tempFolder } from '../../kit/temp-folder.ts'
import { Fleet, orgId } from '../fleet.ts'
import { paramsPerMeter, periodMs } from '../meter.ts'
import { appendRecords, createRows, fillRows, insertRows, rowsBefore } from '../references.ts'
import { errorLog, FedRecorder, openStore } from '../store.ts'

export interface Pace {
  perSecond: number
  /** CPU time of this process only, without the database. */
  cpuMicrosPerReading: number
  loopP99Ms: number
}
/** Sizes in bytes, including indexes and out-of-line storage. */
export interface Sizes {
  hotPerReading: number
  rowPerReading: number
  layouts: number
  lastPolls: number
}
export interface Compaction extends Omit<Pace, 'cpuMicrosPerReading'> {
  readings: number
  coldPerReading: number
}
export interface IngestActs extends Acts {
  open(devices: number): Promise<void>
  /** Makes the polls of the next rounds, for all contestants alike. */
  make(rounds: number): void
  record(batchReadings: number): Promise<Pace>
  /** Records with one evaluated alert per device and a listener that receives each poll. */
  watch(batchReadings: number): Promise<Pace>
  insert(batchReadings: number): Promise<Pace>
  append(batchReadings: number): Promise<Pace>
  sizes(): Promise<Sizes>
  /** Records a whole day of this number of devices, and compacts each part of the day when it has ended. */
  compact(devices: number): Promise<Compaction>
  clear(): Promise<void>
}

const dayMs = 86_400_000
const today = Date.UTC(2026, 0, 15)
/** Parts of a day in which it is compacted. */
const parts = 4
const roundsOfPart = dayMs / parts / periodMs
const roundsAtOnce = 60
const recorders = new Map<number, FedRecorder>()
const folder = tempFolder()
let db: Database | null = null
let fleet = new Fleet(0, today)
let polls: Poll[] = []
let recorded = 0
let inserted = 0
let alerts: AlertWatch | null = null
let isWatched = false
let lastOn = today
let received = 0
const live = new LiveHub({ clock: monotonicClock, now: () => new Date(), newBoot: () => 'bench' })

const opened = (): Database => {
  if (db === null) throw new Error('there is no database yet')
  return db
}

const recorderFor = async (flushReadings: number): Promise<FedRecorder> => {
  const known = recorders.get(flushReadings)
  // Two recorders that take turns with a device must each look again what the other did.
  if (known !== undefined) return known
  for (const recorder of recorders.values()) await recorder.stop()
  recorders.clear()
  const recorder = new FedRecorder(opened(), flushReadings, today, async (tx, some) =>
    isWatched ? alerts?.inRecordingTx(tx, some) : undefined,
  )
  await recorder.start()
  recorder.onRecorded((some) => isWatched && live.publishReadings(some))
  recorders.set(flushReadings, recorder)
  return recorder
}

/** Alerts that need no change: no message is sent. */
const startAlerts = async (devices: number): Promise<void> => {
  const { sql } = opened()
  await sql`
    insert into alert (org_id, id, name, slug, condition_logic, log_as, hold_off_sec, created_on)
    select ${orgId}, i, 'Alert ' || i, 'alert-' || i, 'any', 'warning', 0, now() from generate_series(1, ${devices}::bigint) i`
  await sql`
    insert into alert_condition (org_id, alert_id, param_id, kind, value)
    select ${orgId}, i, ${paramsPerMeter} * (i - 1) + 1, 'g', 1000 from generate_series(1, ${devices}::bigint) i`
  const clock: Clock = { now: () => lastOn, after: (ms, act) => monotonicClock.after(ms, act) }
  const oldestOn = (): number | null =>
    [...recorders.values()].reduce<number | null>((oldest, recorder) => oldest ?? recorder.oldestOn, null)
  const links = { statuses: () => new Map(), onConnection: () => () => {} }
  alerts = new AlertWatch({ db: opened(), clock, now: () => new Date(lastOn), log: errorLog, links, oldestOn })
  await alerts.start()
  live.follow(orgId, { readings: () => void (received += 1), connection: () => {}, alert: () => {}, missed: () => {} })
}

const timed = async (work: () => unknown): Promise<Pace> => {
  const readings = polls.length * paramsPerMeter
  const startedAt = performance.now()
  const cpuBefore = cpuMicros()
  const { loopP99Ms } = await withLoopDelay(async () => work())
  return {
    perSecond: (readings * 1000) / (performance.now() - startedAt),
    cpuMicrosPerReading: (cpuMicros() - cpuBefore) / readings,
    loopP99Ms,
  }
}

const recordAll = async (batchReadings: number, some: readonly Poll[], withAlerts: boolean): Promise<Pace> => {
  const recorder = await recorderFor(batchReadings)
  recorded += some.length * paramsPerMeter
  lastOn = Math.max(...some.slice(-1).map(({ readOn }) => readOn))
  isWatched = withAlerts
  const before = { received, judged: alerts?.status().judged ?? 0 }
  const pace = await timed(() => recorder.record(some))
  isWatched = false
  const isWhole = received - before.received === some.length && (alerts?.status().judged ?? 0) > before.judged
  if (withAlerts && !isWhole) throw new Error('some polls were not judged, or not heard of')
  return pace
}

const acts: IngestActs = {
  async open(devices) {
    db = await openStore(folder.path, devices)
    await createRows(db)
    await fillRows(db, devices * paramsPerMeter, today)
    inserted = devices * paramsPerMeter * rowsBefore
    fleet = new Fleet(devices, today)
    await startAlerts(devices)
  },
  make(rounds) {
    polls = fleet.polls(rounds)
  },
  record: (batchReadings) => recordAll(batchReadings, polls, false),
  // Each device has been read in the tenth of a second before by now.
  watch: (batchReadings) =>
    recordAll(
      batchReadings,
      polls.map((poll) => ({ ...poll, readOn: poll.readOn + periodMs / 2 })),
      true,
    ),
  insert(batchReadings) {
    inserted += polls.length * paramsPerMeter
    return timed(() => insertRows(opened(), polls, batchReadings))
  },
  append: (batchReadings) => timed(() => appendRecords(folder.path, polls, batchReadings)),
  async sizes() {
    const [bytes] = await opened().sql<[{ hot: number; rows: number; layouts: number; lastPolls: number }]>`
      select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'poll'::regclass)::float8 as hot,
        pg_total_relation_size('reading') as rows, pg_total_relation_size('layout') as layouts,
        pg_total_relation_size('last_poll') as "lastPolls"`
    return {
      hotPerReading: bytes.hot / recorded,
      rowPerReading: bytes.rows / inserted,
      layouts: bytes.layouts,
      lastPolls: bytes.lastPolls,
    }
  },
  async compact(devices) {
    const { sql } = opened()
    const recorder = await recorderFor(10_000)
    const yesterday = new Fleet(devices, today - dayMs)
    const onError = (error: unknown): void => console.error('not compacted', error)
    const compactor = new Compactor({ sql, clock: monotonicClock, now: () => new Date(today), onError, graceMs: 0 })
    let [seconds, worstP99Ms] = [0, 0]
    for (let part = 1; part <= parts; part += 1) {
      for (let round = 0; round < roundsOfPart; round += roundsAtOnce) {
        await recorder.record(yesterday.polls(roundsAtOnce))
      }
      const startedAt = performance.now()
      const { loopP99Ms } = await withLoopDelay(() => compactor.runOnce(today - dayMs + (part * dayMs) / parts))
      seconds += (performance.now() - startedAt) / 1000
      worstP99Ms = Math.max(worstP99Ms, loopP99Ms)
    }
    const { readings } = compactor.status()
    await compactor.stop()
    // Space of a day's chunks before its last part is normally reused by later days, which do not exist here.
    await sql`vacuum full chunk`
    const [{ bytes }] = await sql<[{ bytes: number }]>`select pg_total_relation_size('chunk') as bytes`
    return { readings, perSecond: readings / seconds, loopP99Ms: worstP99Ms, coldPerReading: bytes / readings }
  },
  async clear() {
    for (const recorder of recorders.values()) await recorder.stop()
    await alerts?.stop()
    live.stop()
    await db?.close()
    folder.remove()
  },
}
play(acts)
