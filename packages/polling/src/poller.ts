import type { Clock } from '@busbar/kit'
import { Counts } from './counts.ts'
import { LagHistogram } from './lag-histogram.ts'
import type { LinkStatus, ModbusClient } from './modbus-client.ts'
import type { FieldDevice, FieldNet } from './net.ts'
import { DevicePolling, NetPolling } from './net-polling.ts'
import { freeSlots } from './phase.rules.ts'
import type { PolledValues } from './poll.ts'
import { pollDevice } from './poll-device.ts'
import { gapPoll } from './poll-result.ts'
import type { Reason } from './reasons.ts'
import { Schedule } from './schedule.ts'
import { type DeviceState, stateOf } from './states.rules.ts'
import { type NetStatistics, statisticsOf } from './statistics.rules.ts'

/** Clocks that are read one after another differ slightly; only a greater difference means that a clock was set. */
const toleranceMs = 20

/** Converts monotonic to wall clock time. */
class WallTime {
  readonly #clock: Clock
  readonly #now: () => Date
  #aheadMs: number

  constructor(clock: Clock, now: () => Date) {
    this.#clock = clock
    this.#now = now
    this.#aheadMs = now().getTime() - clock.now()
  }

  /** Unix time in whole milliseconds. */
  at(clockMs: number): number {
    const aheadMs = this.#now().getTime() - this.#clock.now()
    if (Math.abs(aheadMs - this.#aheadMs) > toleranceMs) this.#aheadMs = aheadMs
    return Math.round(clockMs + this.#aheadMs)
  }
}

/** Requirements of polling for a network's link. */
interface PolledLink<Arrival> extends ModbusClient {
  status(): LinkStatus
  /** Response time of a healthy unit with a margin; null if unknown. */
  promptMs(unit: number): number | null
  /** Mean time of an exchange on the line, without queueing; null before the first one. */
  readonly meanExchangeMs: number | null
  /** Address of an outgoing connection; null for a reverse connection. */
  readonly arrival?: Arrival | null
}

export interface PollerOptions<Arrival> {
  clock: Clock
  now: () => Date
  directory: {
    nets(): Iterable<FieldNet>
    watch(listener: (net: FieldNet | null, netId: number) => void): () => void
  }
  field: {
    link(netId: number): PolledLink<Arrival> | undefined
  }
  /** Receives every address at which a value was read. */
  claims?: { proved(net: FieldNet, arrival: Arrival): void }
  recorder: { record(poll: PolledValues): void }
  log: { error(details: object, message: string): void }
}

/** Devices that are added at once during the start, which takes some milliseconds. */
const putAtOnce = 2000

/** Polls every enabled device in its period, and passes on the result: values, or gaps with their reasons. */
export class Poller<Arrival extends object = object> {
  readonly #options: PollerOptions<Arrival>
  readonly #nets = new Map<number, NetPolling>()
  readonly #devices = new Map<number, DevicePolling>()
  readonly #schedule: Schedule<DevicePolling>
  readonly #counts = new Counts()
  readonly #lags = new LagHistogram()
  readonly #wall: WallTime
  #unwatch: () => void = () => {}
  #rest: NodeJS.Immediate | undefined

  constructor(options: PollerOptions<Arrival>) {
    const { clock, now } = options
    this.#options = options
    this.#wall = new WallTime(clock, now)
    this.#schedule = new Schedule({ clock, now, onDue: (entry, lateMs, missed) => this.#due(entry, lateMs, missed) })
  }

  start(): void {
    this.#schedule.start()
    this.#unwatch = this.#options.directory.watch((net, netId) => this.#put(net, netId, true))
    this.#putSome(this.#options.directory.nets()[Symbol.iterator]())
  }

  /** Aborts running polls. */
  stop(): void {
    this.#unwatch()
    clearImmediate(this.#rest)
    for (const polling of this.#devices.values()) polling.abandon()
    for (const net of this.#nets.values()) net.stop()
    this.#schedule.stop()
    this.#devices.clear()
    this.#nets.clear()
  }

  /** Null for an unknown network. */
  netStatistics(netId: number): NetStatistics | null {
    const net = this.#nets.get(netId)
    if (!net) return null
    const { clock, field } = this.#options
    const meanExchangeMs = field.link(netId)?.meanExchangeMs ?? null
    return statisticsOf(net, meanExchangeMs, clock.now(), (clockMs) => this.#wall.at(clockMs))
  }

  deviceState(deviceId: number): DeviceState {
    const polling = this.#devices.get(deviceId)
    if (!polling) return stateOf(null, false)
    const wallAt = (clockMs: number): number => this.#wall.at(clockMs)
    const nextMs = this.#nextMs(polling)
    return stateOf(polling, this.#isConnected(polling), nextMs === null ? null : wallAt(nextMs), wallAt)
  }

  /** Expected time of the device's next poll as Unix time in milliseconds. */
  nextReadOn(deviceId: number): number | null {
    const polling = this.#devices.get(deviceId)
    const nextMs = polling ? this.#nextMs(polling) : null
    return nextMs === null ? null : this.#wall.at(nextMs)
  }

  totals(): { polls: number; readings: number; failures: number; skipped: number; lagP99Ms: number } {
    const { polls, readings, skipped } = this.#counts
    const failures = this.#counts.failures.values().reduce((sum, count) => sum + count, 0)
    return { polls, readings, failures, skipped, lagP99Ms: this.#lags.p99(this.#options.clock.now()) }
  }

  /** Due times at which nothing can be sent do not count. */
  #nextMs(polling: DevicePolling): number | null {
    if (polling.at < 0 || !polling.isReadable) return null
    const { net, device } = polling
    const turnMs = this.#schedule.nextMs(polling, 0)
    return net.isWaiting(polling) ? net.spareFromMs(device.unit) : Math.max(turnMs, net.spareFromMs(device.unit))
  }

  #isConnected({ device }: DevicePolling): boolean {
    return this.#options.field.link(device.netId)?.status().isConnected ?? false
  }

  /** Adds the rest a moment later, so that the event loop continues. */
  #putSome(nets: Iterator<FieldNet>): void {
    let devices = 0
    for (let next = nets.next(); next.done !== true; next = nets.next()) {
      this.#put(next.value, next.value.id, false)
      devices += next.value.devices.length
      if (devices >= putAtOnce) return void (this.#rest = setImmediate(() => this.#putSome(nets)))
    }
  }

  #put(net: FieldNet | null, netId: number, isNew: boolean): void {
    const polling = this.#nets.get(netId)
    const devices = net?.isEnabled ? net.devices : []
    const deviceIds = new Set(devices.map(({ id }) => id))
    for (const old of polling?.devices.values() ?? []) if (!deviceIds.has(old.device.id)) this.#drop(old)
    if (!net) {
      polling?.stop()
      return void this.#nets.delete(netId)
    }
    const netPolling = polling ?? this.#newNet(net)
    netPolling.net = net
    this.#nets.set(netId, netPolling)
    const slots = freeSlots(new Set(netPolling.devices.values().map(({ slot }) => slot)))
    for (const device of devices) {
      const known = this.#devices.get(device.id)
      if (known?.net === netPolling) this.#change(known, device)
      else this.#add(device, netPolling, slots.next().value, isNew)
    }
    netPolling.prune()
  }

  #newNet(net: FieldNet): NetPolling {
    const { clock, field } = this.#options
    const promptMs = (unit: number): number | null => field.link(net.id)?.promptMs(unit) ?? null
    return new NetPolling(net, { clock, promptMs, onSpare: (polling) => this.#askBetweenTurns(polling) })
  }

  #add(device: FieldDevice, net: NetPolling, slot: number, isNew: boolean): void {
    const previous = this.#devices.get(device.id)
    if (previous) this.#drop(previous)
    const polling = new DevicePolling(device, net, slot)
    this.#devices.set(device.id, polling)
    net.devices.set(device.id, polling)
    net.resetSilence(device)
    if (device.params.length > 0) this.#schedule.add(polling, isNew)
  }

  #change(polling: DevicePolling, device: FieldDevice): void {
    const old = polling.device
    if (old === device) return
    polling.device = device
    // Pending requests were sent to the old unit.
    if (old.unit !== device.unit) {
      polling.abandon()
      polling.net.forget(polling)
      polling.net.resetSilence(device)
    }
    polling.periodMs = device.periodSec * 1000
    const isScheduled = polling.at >= 0
    if (device.params.length === 0) this.#schedule.remove(polling)
    else if (!isScheduled) this.#schedule.add(polling, true)
    else if (old.periodSec !== device.periodSec) this.#schedule.changed(polling)
  }

  #drop(polling: DevicePolling): void {
    polling.abandon()
    this.#schedule.remove(polling)
    this.#devices.delete(polling.device.id)
    polling.net.devices.delete(polling.device.id)
    polling.net.forget(polling)
  }

  #due(polling: DevicePolling, lateMs: number, missed: number): void {
    const nowMs = this.#options.clock.now()
    const { net, device } = polling
    if (polling.isBetweenTurns) polling.hasMissedTurn = true
    const skipped = missed + (polling.running && !polling.isBetweenTurns ? 1 : 0)
    net.counts.skipped += skipped
    this.#counts.skipped += skipped
    if (polling.running) return
    net.lags.add(lateMs, nowMs)
    this.#lags.add(lateMs, nowMs)
    polling.lastPollMs = nowMs
    const reason = this.#obstacle(polling)
    if (reason === null) void this.#poll(polling, nowMs)
    else this.#record(polling, gapPoll(device, this.#wall.at(nowMs), reason))
  }

  /** Reason why nothing can be sent now, or null. */
  #obstacle(polling: DevicePolling): Reason | null {
    const { net, device } = polling
    if (!polling.isReadable) return 'Unreadable'
    if (!this.#isConnected(polling)) return 'NoConnection'
    return net.mayAsk(polling) ? null : (net.silenceOf(device.unit)?.reason ?? null)
  }

  /**
   * Polls an unresponsive unit that was due when its line had no time. The gap for that due time is already recorded.
   */
  #askBetweenTurns(polling: DevicePolling): boolean {
    if (polling.running || polling.at < 0 || !this.#isConnected(polling)) return false
    polling.isBetweenTurns = true
    polling.lastPollMs = this.#options.clock.now()
    void this.#poll(polling, polling.lastPollMs)
    return true
  }

  async #poll(polling: DevicePolling, startMs: number): Promise<void> {
    const { clock, field, claims, log } = this.#options
    const { device, net, plan } = polling
    const link = field.link(device.netId)
    if (!link) return
    const running = new AbortController()
    polling.running = running
    const attempt = net.begin(device.unit)
    const { arrival } = link
    const readOn = this.#wall.at(startMs)
    try {
      const { timeoutMs } = net.net
      const { signal } = running
      const silent = attempt === null ? undefined : net.silenceOf(device.unit)
      const failures = silent?.failures ?? 0
      const probe = silent && attempt?.isProbe ? { timeoutMs: attempt.timeoutMs, question: silent.question } : null
      const result = await pollDevice({ device, plan, client: link, clock, signal, timeoutMs, failures, probe })
      net.end(device.unit, attempt, result)
      if (!result) return
      polling.lastDurationMs = clock.now() - startMs
      // A connection that was opened meanwhile may lead to another address.
      if (arrival && arrival === link.arrival && result.pollResult.hasRead) claims?.proved(net.net, arrival)
      if (result.hasAnswered || !polling.isBetweenTurns || polling.hasMissedTurn)
        this.#record(polling, result.pollResult.poll(readOn))
    } catch (error) {
      net.end(device.unit, attempt, null)
      log.error({ err: error, deviceId: device.id }, 'a poll failed')
    } finally {
      if (polling.running === running) polling.ended()
    }
  }

  #record({ net }: DevicePolling, poll: PolledValues): void {
    net.counts.add(poll)
    this.#counts.add(poll)
    this.#options.recorder.record(poll)
  }
}
