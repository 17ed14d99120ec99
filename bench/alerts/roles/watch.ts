import { setTimeout as wait } from 'node:timers/promises'
import { AlertWatch } from '@busbar/alerts'
import type { Database } from '@busbar/database'
import { type Clock, monotonicClock } from '@busbar/kit'
import type { Poll } from '@busbar/readings'
import type { Acts } from '../../kit/acts.ts'
import { cpuMicros } from '../../kit/cpu.ts'
import { play } from '../../kit/play.ts'
import { tempFolder } from '../../kit/temp-folder.ts'
import { Fleet } from '../../readings/fleet.ts'
import { paramsPerMeter } from '../../readings/meter.ts'
import { errorLog, FedRecorder, openStore } from '../../readings/store.ts'
import { addTable, sendByHand } from '../by-hand.ts'
import { type Ports, Service } from '../service.ts'
import { type AlertedParam, addAlerts, addRecipients, alertsPerMeter, threshold } from '../world.ts'
import type { ChannelName } from './receivers.ts'

export interface Pace {
  perSecond: number
  /** CPU time of this process only, without the database. */
  cpuMicrosPerReading: number
}
export interface StartupFigures {
  /** Until all alerts were taken up. */
  startMs: number
  alerts: number
  heapBytes: number
}
/** A message in the outbox. */
export interface SentMessage {
  id: number
  alertId: number
  type: string
  stage: string
  episode: number
  state: string
}
export interface WatchActs extends Acts {
  /** A database of its own with so many devices, and alerts on every second of their parameters. */
  open(devices: number): Promise<StartupFigures>
  /** Makes the next polls of all devices; of each thousand alerts so many change. */
  make(changesPerThousand: number): void
  record(how: { isWatched: boolean; flushReadings: number }): Promise<Pace & { stored: number }>
  /** Starts evaluation and delivery for this number of alerts, each in a separate organization. */
  serve(options: { ports: Ports; mailOnly: number; allWays: number }): Promise<void>
  /**
   * Records one reading after another, for alerts with e-mail only or for the others. Returns the time of each, in
   * milliseconds since 1970, by alert.
   */
  tell(options: { isMailOnly: boolean; everyMs: number; isHigh: boolean }): Promise<[alertId: number, readAt: number][]>
  /** The reference: as many messages without alerts and without the outbox; in milliseconds. */
  byHand(options: { ports: Ports; channel: ChannelName; count: number }): Promise<number>
  /** How many messages have not left. */
  unsent(): Promise<number>
  messages(): Promise<SentMessage[]>
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
let service: Service | null = null
let groups: { mailOnly: AlertedParam[]; allWays: AlertedParam[] } = { mailOnly: [], allWays: [] }

const opened = (): { db: Database; watch: AlertWatch } => {
  if (db === null || watch === null) throw new Error('nothing was opened')
  return { db, watch }
}
const inRecordingTx: AlertWatch['inRecordingTx'] = async (tx, recorded) =>
  isWatched ? opened().watch.inRecordingTx(tx, recorded) : undefined

/** Changes this share of alerts per thousand: their values exceed the threshold, and fall below it at the next call. */
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
    recorder = new FedRecorder(opened().db, flushReadings, lastOn, inRecordingTx)
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
  async serve({ ports, mailOnly, allWays }) {
    await recorder?.stop()
    recorder = null
    const own = opened()
    await own.watch.stop()
    const email = { type: 'email', to: 'operator-N@example.org', stages: ['active', 'resolved'] } as const
    const actions = [
      email,
      { ...email, type: 'sms', to: '+48N' },
      { ...email, type: 'webhook', to: `http://127.0.0.1:${ports.httpPort}/webhook/N` },
      { ...email, type: 'voice-call', to: '+49N', stages: ['active'] },
    ] as const
    groups = {
      mailOnly: await addRecipients(own.db, { count: mailOnly, from: recipientsFrom, actions: [email] }),
      allWays: await addRecipients(own.db, { count: allWays, from: 2 * recipientsFrom, actions }),
    }
    await addTable(own.db)
    await own.db.sql`vacuum analyze`
    service = new Service(own.db, ports)
    await service.start()
  },
  async tell({ isMailOnly, everyMs, isHigh: isTriggered }) {
    const startMs = performance.now()
    const taken: [number, number][] = []
    for (const [turn, recipient] of (isMailOnly ? groups.mailOnly : groups.allWays).entries()) {
      const waitMs = startMs + turn * everyMs - performance.now()
      if (waitMs > 0) await wait(waitMs)
      taken.push([recipient.paramId, performance.timeOrigin + performance.now()])
      service?.record(recipient, isTriggered)
    }
    return taken
  },
  byHand: ({ ports, channel, count }) => sendByHand(opened().db, ports, channel, count),
  async unsent() {
    const [row] = await opened().db.sql<[{ count: number }]>`
      select count(*)::int as count from message where state in ('waiting', 'sending')`
    return row.count
  },
  async messages() {
    const rows = await opened().db.sql<SentMessage[]>`
      select id, alert_id as "alertId", type, stage, episode, state from message order by id`
    return [...rows]
  },
  async clear() {
    await service?.stop()
    await recorder?.stop()
    await watch?.stop()
    await db?.close()
    folder.remove()
  },
}
play(acts)
