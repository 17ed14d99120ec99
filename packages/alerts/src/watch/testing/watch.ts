import type { Sql, Transactions } from '@busbar/database'
import { emptyTables } from '@busbar/database/testing'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import type { Poll, Recorder } from '@busbar/readings'
import { addDevices, hastyClock, orgId, paramsOf } from '@busbar/readings/testing'
import type { AlertWatch } from '../alert-watch.ts'
import type { ConnectionChange } from '../net-watch.ts'
import { WatchedRecorder } from './watched-recorder.ts'

export const beganOn = Date.UTC(2026, 2, 1, 12)

export interface TestAlert {
  id: number
  logic?: 'all' | 'any'
  logAs?: string
  holdOffSec?: number
  conditions: readonly { paramId: number; kind: string; value: number; holdSec?: number }[]
  actions?: readonly { stage: string; timeoutMinutes: number; type?: string }[]
}

/** Long enough that values never expire in other tests. */
const oldSec = 604_800

/** Conditions and actions are numbered from a hundred times the alert's id, plus one. */
export const addAlert = async (sql: Sql, alert: TestAlert): Promise<void> => {
  const { id, logic = 'any', logAs = 'warning', holdOffSec = 0, conditions, actions = [] } = alert
  await sql.begin(async (tx) => {
    await tx`
      insert into alert (org_id, id, name, slug, condition_logic, log_as, hold_off_sec, max_age_sec, created_on)
      values (${orgId}, ${id}, ${`Alert ${id}`}, ${`alert-${id}`}, ${logic}, ${logAs}, ${holdOffSec}, ${oldSec}, now())`
    for (const [place, { paramId, kind, value, holdSec = 0 }] of conditions.entries()) {
      await tx`
        insert into alert_condition (org_id, id, alert_id, param_id, kind, value, hold_sec)
        values (${orgId}, ${id * 100 + place + 1}, ${id}, ${paramId}, ${kind}, ${value}, ${holdSec})`
    }
    for (const [place, { stage, timeoutMinutes, type = 'email' }] of actions.entries()) {
      await tx`
        insert into alert_action (org_id, id, alert_id, stage, timeout_minutes, type, recepient)
        values (${orgId}, ${id * 100 + place + 1}, ${id}, ${stage}, ${timeoutMinutes}, ${type}, 'a@example.com')`
    }
  })
}

/** An organization without anything but these devices, of nine parameters each. */
export const clean = async (sql: Sql, deviceIds: readonly number[]): Promise<void> => {
  const written = ['poll', 'last_poll', 'layout', 'exact', 'recorder', 'alert_state', 'alert_record', 'message']
  await emptyTables(sql, ...written, 'alert', 'net')
  await addDevices(sql, deviceIds)
}

const params = new Map([1, 2, 3].map((id) => [id, paramsOf(id, ['u16', 'u16'])]))

/** A poll of a device's first two parameters; a text is the reason of a failure. */
export const pollOf = (deviceId: number, onMs: number, values: readonly (number | null)[] | string): Poll => ({
  orgId,
  deviceId,
  readOn: beganOn + onMs,
  params: params.get(deviceId) ?? [],
  values: typeof values === 'string' ? [null, null] : values,
  texts: null,
  errors: typeof values === 'string' ? values : null,
})

/** While it rests after a failure, so much time passes at once, and in all. */
const restPartMs = 10
const restMaxMs = 10_000

/** A recorder with alerts, in a time of its own. */
export class AlertBench {
  readonly clock: VirtualClock
  readonly watch: AlertWatch
  readonly recorder: Recorder
  /** Connected or not, by network. */
  readonly links = new Map<number, { isConnected: boolean }>()
  /** Adjustment of the clock. */
  setMs: number
  /** Returns true once the service counts as killed. */
  isDead: () => boolean = () => false
  readonly #both: WatchedRecorder
  #hear: (event: ConnectionChange) => void = () => {}

  constructor(db: Transactions, clock = new VirtualClock(), setMs = 0) {
    this.clock = clock
    this.setMs = setMs
    const now = (): Date => new Date(beganOn + clock.now() + this.setMs)
    const log = { info() {}, error() {} }
    const links = {
      statuses: () => this.links,
      onConnection: (listener: (event: ConnectionChange) => void) => {
        this.#hear = listener
        return () => {}
      },
    }
    this.#both = new WatchedRecorder({ db, clock, hasty: hastyClock, now, log, links })
    this.watch = this.#both.watch
    this.recorder = this.#both.recorder
  }

  start(): Promise<void> {
    return this.#both.start()
  }

  stop(): Promise<void> {
    return this.#both.stop()
  }

  connection(netId: number, isConnected: boolean): void {
    this.links.set(netId, { isConnected })
    const on = beganOn + this.clock.now()
    this.#hear({ netId, isConnected, on, error: isConnected ? null : 'lost' })
  }

  /** Records polls, and waits for all that comes of them. */
  async record(...polls: readonly Poll[]): Promise<void> {
    for (const poll of polls) this.recorder.record(poll)
    await this.idle()
  }

  /** Advances the clock to this time after the start, and waits for all effects. */
  async till(onMs: number): Promise<void> {
    await this.clock.advanceAsync(Math.max(0, onMs - this.clock.now()))
    await this.idle()
  }

  /** Waits for all that is under way, or until there is no use in that. */
  async idle(): Promise<void> {
    await this.clock.advanceAsync(0)
    let leftMs = restMaxMs
    await until(() => {
      if (this.isDead()) return true
      const passMs = this.watch.status().failingSince === null ? 0 : Math.min(leftMs, restPartMs)
      leftMs -= passMs
      this.clock.advance(passMs)
      return !this.#both.isBusy
    })
  }

  /** Lets a little time pass until it is so. */
  until(isSo: () => boolean): Promise<void> {
    return until(() => {
      this.clock.advance(1)
      return isSo()
    })
  }
}

/** All that is stored of alerts, without what two runs cannot have in common. */
export const storedOf = async (sql: Sql) => ({
  records: await sql`
    select alert_id, episode, name, log_as, started_on, resolved_on, closed_on, how, confirmed_on, confirmed_from, comment
    from alert_record order by alert_id, episode`,
  details: await sql`
    select r.alert_id, r.episode, d.said_on, d.detail from alert_detail d join alert_record r on r.id = d.record_id
    order by r.alert_id, r.episode, d.n`,
  messages: await sql`
    select alert_id, episode, item, stage, type, state, reason, due_on, snapshot from message order by alert_id, episode, item`,
})
