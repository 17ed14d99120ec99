import { type Clock, plainNumber } from '@busbar/kit'
import { isBitKind, offsetIn, type ReadGroup } from '@busbar/modbus'
import type { ExchangeResult, ModbusClient } from './modbus-client.ts'
import type { FieldDevice, FieldParam } from './net.ts'
import { type DevicePlan, functions, probeOf } from './plan.ts'
import { PollResult } from './poll-result.ts'
import { failureReason, type Reason, valueReason } from './reasons.ts'

/** Takes the values of a group out of the registers, or bits, that answered it. */
export const decodeGroup = (group: ReadGroup<FieldParam>, words: ArrayLike<number>, pollResult: PollResult): void => {
  for (const param of group.items) decodeParam(param, words, offsetIn(group, param), pollResult)
}

const decodeParam = (param: FieldParam, words: ArrayLike<number>, at: number, pollResult: PollResult): void => {
  const { codec, valueType, isLong } = param
  const index = pollResult.indexOf(param)
  if (valueType === 'string') {
    const text = codec.decode(words, at)
    if ('ok' in text) pollResult.text(index, text.ok)
    else pollResult.failed(index, valueReason(text.err))
    return
  }
  const number = codec.decodeNumber(words, at)
  if ('err' in number) return pollResult.failed(index, valueReason(number.err))
  pollResult.number(index, number.ok)
  if (!isLong) return
  const text = codec.decode(words, at)
  if ('ok' in text && text.ok !== plainNumber(number.ok)) pollResult.text(index, text.ok)
}

type Group = ReadGroup<FieldParam>
type Words = ArrayLike<number>

export interface PollJob {
  device: FieldDevice
  plan: DevicePlan
  client: ModbusClient
  clock: Clock
  signal: AbortSignal
  /** How long the network waits for an answer. */
  timeoutMs: number
  /**
   * How often the unit was silent before. Then the first request is not repeated, and each time it is for another group: some devices are
   * deaf to addresses that they do not have.
   */
  failures: number
  /** A probe goes first, and all the rest only when it is answered. */
  probe: { timeoutMs: number; question: object } | null
}

export interface PolledDevice {
  pollResult: PollResult
  hasAnswered: boolean
  /** Why the unit counts as silent, or null. */
  silence: Reason | null
  /** How long the line was kept busy by requests without an answer. */
  silentMs: number
}

/** Requests of one poll that may search for illegal registers; the next poll continues. */
const searchMax = 64

/** Meaning of a reason beyond the failure: the device did not respond, was not reached, or refused the whole group. */
const meanings: Partial<Record<Reason, 'silent' | 'cut-off' | 'refused'>> = {
  Timeout: 'silent',
  Crc: 'silent',
  GatewayTargetDeviceFailedToRespond: 'silent',
  NoConnection: 'cut-off',
  Overloaded: 'cut-off',
  IllegalFunction: 'refused',
  IllegalDataAddress: 'refused',
  IllegalDataValue: 'refused',
}

/** Reads all parameters of a device, one request at a time; null if it was aborted. */
export const pollDevice = async (job: PollJob): Promise<PolledDevice | null> => new DevicePoll(job).run()

class DevicePoll {
  readonly #job: PollJob
  readonly #pollResult: PollResult
  #searches = 0
  #hasAnswered = false
  #silence: Reason | null = null
  #silentMs = 0
  /** Share of the current group. */
  #groupSilentMs = 0

  constructor(job: PollJob) {
    this.#job = job
    this.#pollResult = new PollResult(job.device)
  }

  async run(): Promise<PolledDevice | null> {
    const { device, plan, clock, signal, failures } = this.#job
    const { groups, unreadable } = plan.of(device)
    if (unreadable.length > 0) this.#pollResult.allFailed(unreadable, 'Unreadable')
    const isThere = this.#job.probe === null || (await this.#probe(groups))
    for (const group of isThere ? rotated(groups, failures) : []) {
      const pause = plan.pauseOf(group, clock.now())
      if (pause !== null) this.#pollResult.allFailed(group.items, pause)
      else if (!(await this.#read(group))) break
    }
    if (signal.aborted) return null
    const silentMs = this.#silentMs
    return { pollResult: this.#pollResult, hasAnswered: this.#hasAnswered, silence: this.#silence, silentMs }
  }

  /** Returns whether the unit responds again. */
  async #probe(groups: readonly Group[]): Promise<boolean> {
    const { device, plan, client, clock, signal, failures, probe } = this.#job
    const askable = groups.filter((group) => plan.pauseOf(group, clock.now()) === null)
    const request = probeOf(askable.length > 0 ? askable : groups, failures)
    if (request === null || probe === null) return true
    const sentMs = clock.now()
    const outcome = await client.ask(device.unit, request, { priority: 'poll', signal, ...probe })
    const tookMs = clock.now() - sentMs
    const reason = 'err' in outcome ? failureReason(outcome.err) : null
    const meaning = (reason && meanings[reason]) ?? 'answered'
    if (meaning === 'silent') {
      this.#silence = reason
      this.#silentMs += Math.min(tookMs, probe.timeoutMs)
    }
    this.#hasAnswered = meaning === 'answered' || meaning === 'refused'
    if (reason && !this.#hasAnswered) this.#pollResult.restFailed(reason)
    return this.#hasAnswered
  }

  /** Returns whether further requests make sense. */
  async #read(group: Group): Promise<boolean> {
    const outcome = await this.#askRepeatedly(group)
    if (this.#job.signal.aborted) return false
    if ('ok' in outcome) {
      this.#hasAnswered = true
      this.#job.plan.accepted(group)
      decodeGroup(group, outcome.ok, this.#pollResult)
      return true
    }
    return this.#fail(group, failureReason(outcome.err))
  }

  async #fail(group: Group, reason: Reason): Promise<boolean> {
    const meaning = meanings[reason] ?? 'answered'
    if (meaning === 'silent') {
      // A unit that responds to other groups is not unresponsive: only this group is skipped for a while.
      if (this.#hasAnswered) this.#job.plan.pause(group, reason, this.#groupSilentMs, this.#job.clock.now())
      else this.#silence = reason
    }
    if (meaning === 'silent' || meaning === 'cut-off') {
      this.#pollResult.restFailed(reason)
      return false
    }
    this.#hasAnswered = true
    if (meaning === 'refused') return this.#search(group, reason)
    this.#pollResult.allFailed(group.items, reason)
    return true
  }

  /** Reads the readable part of a group that was refused as a whole. */
  async #search(group: Group, reason: Reason): Promise<boolean> {
    const parts = this.#job.plan.refused(group, reason, this.#job.clock.now())
    const remaining = new Set(parts.flatMap(({ items }) => items))
    this.#pollResult.allFailed(
      group.items.filter((param) => !remaining.has(param)),
      reason,
    )
    for (const part of parts) {
      this.#searches += 1
      if (this.#searches > searchMax) this.#pollResult.allFailed(part.items, reason)
      else if (!(await this.#read(part))) return false
    }
    return true
  }

  async #askRepeatedly(group: Group): Promise<ExchangeResult<Words>> {
    const { device, failures, signal } = this.#job
    let retriesLeft = failures > 0 && !this.#hasAnswered ? 0 : device.retries
    const question = {}
    this.#groupSilentMs = 0
    for (;;) {
      const outcome = await this.#ask(group, question)
      const isLost = 'err' in outcome && (outcome.err === 'timeout' || outcome.err === 'crc')
      if (!isLost || retriesLeft === 0 || signal.aborted) return outcome
      retriesLeft -= 1
    }
  }

  async #ask({ kind, address, count }: Group, question: object): Promise<ExchangeResult<Words>> {
    const { device, client, clock, signal } = this.#job
    const sentMs = clock.now()
    const outcome = await client.ask(
      device.unit,
      { fn: functions[kind], address, count },
      { priority: 'poll', signal, question },
    )
    const tookMs = clock.now() - sentMs
    if ('err' in outcome) {
      if (meanings[failureReason(outcome.err)] === 'silent') this.#wasSilent(tookMs)
      return outcome
    }
    const { ok } = outcome
    const words = 'bits' in ok ? ok.bits : ok.words
    return isBitKind(kind) === 'bits' in ok && words.length >= count ? { ok: words } : { err: 'malformed' }
  }

  /** Waiting in the queue did not occupy the line. */
  #wasSilent(tookMs: number): void {
    const costMs = Math.min(tookMs, this.#job.timeoutMs)
    this.#silentMs += costMs
    this.#groupSilentMs += costMs
  }
}

const rotated = <T>(list: readonly T[], by: number): readonly T[] => {
  if (by === 0 || list.length < 2) return list
  const start = by % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}
