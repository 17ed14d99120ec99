import { AlertWatch } from '@busbar/cloud/alerts'
import type { Database, Poll } from '@busbar/cloud/readings'
import { type Clock, monotonicClock } from '@busbar/kit'
import type { Acts } from '../../kit/acts.ts'
import { cpuMicros } from '../../kit/cpu.ts'
import { play } from '../../kit/play.ts'
import { tempFolder } from '../../kit/temp-folder.ts'
import { Fleet } from '../../readings/fleet.ts'
import { paramsPerMeter } from '../../readings/meter.ts'
import { errorLog, FedRecorder, openStore } from '../../readings/store.ts'
import { Mailing } from '../mailing.ts'
import { addAlerts, addRecipients, alertsPerMeter, threshold } from '../world.ts'

export interface Pace {
  perSecond: number
  /** Of this process; the database has its own. */
  cpuMicrosPerReading: number
}
export interface Opened {
  /** Until all alerts were taken up. */
  startMs: number
  alerts: number
  heapBytes: number
}
export interface WatchActs extends Acts {
  /** A database of its own with so many devices, and alerts on every second of their parameters. */
  open(devices: number): Promise<Opened>
  /** Makes the next polls of all devices; of each thousand alerts so many change. */
  make(changesPerThousand: number): void
  record(how: { isWatched: boolean; flushReadings: number }): Promise<Pace & { stored: number }>
  /** How long mails took from the reading to their server, in milliseconds. */
  mail(options: { count: number; everyMs: number }): Promise<number[]>
  clear(): Promise<void>
}

const beganOn = Date.now() - 86_400_000
const recipientsFrom = 1_000_000
const folder = tempFolder()
let db: Database | null = null
let watch: AlertWatch | null = null
let fleet = new Fleet(0, beganOn)
let recorder: FedRecorder | null = null
let polls: Poll[] = []
let isWatched = true
let lastOn = beganOn
let isHigh = false

const opened = (): { db: Database; watch: AlertWatch } => {
  if (db === null || watch === null) throw new Error('nothing was opened')
  return { db, watch }
}
const within: AlertWatch['within'] = async (tx, recorded) =>
  isWatched ? opened().watch.within(tx, recorded) : undefined

/** Of every thousand alerts so many change: their values go above the threshold, and the next time below it again. */
const disturb = (changesPerThousand: number): void => {
  if (changesPerThousand === 0) return
  isHigh = !isHigh
  if (!isHigh) return
  const every = Math.round(1000 / changesPerThousand / alertsPerMeter)
  polls = polls.map((poll, at) =>
    at % every === 0
      ? { ...poll, values: poll.values.map((value, place) => (place === 1 ? threshold * 2 : value)) }
      : poll,
  )
}

const acts: WatchActs = {
  async open(devices) {
    db = await openStore(folder.path, devices)
    await addAlerts(db, devices)
    await db.sql`vacuum analyze`
    fleet = new Fleet(devices, beganOn)
    const links = { statuses: () => new Map(), onConnection: () => () => {} }
    const oldestOn = (): number | null => recorder?.oldestOn ?? null
    const now = (): Date => new Date(lastOn)
    // A wall clock that went on without this one would have been set.
    const clock: Clock = { now: () => lastOn, after: (ms, act) => monotonicClock.after(ms, act) }
    globalThis.gc?.()
    const heapBefore = process.memoryUsage().heapUsed
    watch = new AlertWatch({ db, clock, now, log: errorLog, links, oldestOn })
    const startedAt = performance.now()
    await watch.start()
    const startMs = performance.now() - startedAt
    globalThis.gc?.()
    return { startMs, alerts: watch.status().alerts, heapBytes: process.memoryUsage().heapUsed - heapBefore }
  },
  make(changesPerThousand) {
    polls = fleet.polls(1)
    lastOn = Math.max(...polls.map(({ readOn }) => readOn))
    disturb(changesPerThousand)
  },
  async record({ isWatched: wanted, flushReadings }) {
    isWatched = wanted
    await recorder?.stop()
    recorder = new FedRecorder(opened().db, flushReadings, lastOn, within)
    await recorder.start()
    const { stored } = opened().watch.status()
    const readings = polls.length * paramsPerMeter
    const cpuBefore = cpuMicros()
    const startedAt = performance.now()
    await recorder.record(polls)
    return {
      perSecond: (readings * 1000) / (performance.now() - startedAt),
      cpuMicrosPerReading: (cpuMicros() - cpuBefore) / readings,
      stored: opened().watch.status().stored - stored,
    }
  },
  async mail({ count, everyMs }) {
    await recorder?.stop()
    recorder = null
    await opened().watch.stop()
    const recipients = await addRecipients(opened().db, count, recipientsFrom)
    const mailing = new Mailing(opened().db)
    await mailing.start()
    const times = await mailing.send(recipients, everyMs)
    await mailing.stop()
    return times
  },
  async clear() {
    await recorder?.stop()
    await watch?.stop()
    await db?.close()
    folder.remove()
  },
}
play(acts)
