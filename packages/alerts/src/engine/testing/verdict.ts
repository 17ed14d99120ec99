import type { Condition, JudgedAlert } from '../../alert.ts'
import type { ReadValue } from '../../alert-state.ts'

/** Input records. Times count seconds of a steady clock: `wall = time + ahead`. */
export type InputRecord =
  | {
      kind: 'reading'
      time: number
      paramId: number
      readAt: number
      value: ReadValue | null
      reason: string | null
      isNew: boolean
    }
  | { kind: 'net'; time: number; saidAt: number; netId: number; isUp: boolean }
  /** These conditions need not last. */
  | { kind: 'waive'; time: number; ids: number[] }
  | { kind: 'restart'; time: number; lookedTill: number; away: number; startedAt: number }

/** A condition, when it was made, and how many entries there were before. */
export interface AddedCondition {
  condition: Condition
  entries: number
  time: number
}

const lag = 10

/** In units so small that all is whole. */
const places = 20
const units = (value: ReadValue): bigint => {
  const [whole = '', fraction = ''] = String(value).split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}

function meets(condition: Condition, read: ReadValue, was: boolean): boolean {
  const { kind } = condition
  const value = units(read)
  const limit = units(condition.value)
  const band = units(condition.deadband)
  const edge = was ? band : 0n
  if (kind === 'g') return value > limit - edge
  if (kind === 'ge') return value >= limit - edge
  if (kind === 'l') return value < limit + edge
  if (kind === 'le') return value <= limit + edge
  if (kind === 'eq') return value >= limit - band && value <= limit + band
  if (kind === 'neq') return value < limit - band || value > limit + band
  const bits = BigInt.asUintN(64, value / units(1))
  const isSet = ((bits >> BigInt(condition.value)) & 1n) === 1n
  return kind === 'bit-set' ? isSet : !isSet
}

/** A condition, evaluated from all input since its creation. */
export class ConditionModel {
  isOn = false
  since: number | null = null
  readonly #alert: JudgedAlert
  readonly #condition: Condition
  readonly #readings: [number, ReadValue | null][] = []
  #isKnown = false
  #heardAt: number
  #grace = Number.NEGATIVE_INFINITY

  constructor(
    alert: JudgedAlert,
    { condition, entries, time }: AddedCondition,
    log: readonly InputRecord[],
    till: number,
  ) {
    this.#alert = alert
    this.#condition = condition
    this.#heardAt = time
    for (const entry of log.slice(entries)) {
      if (entry.time > till) break
      this.#wait(entry.kind === 'restart' ? entry.lookedTill : entry.time)
      if (entry.kind === 'restart') this.#restart(entry)
      else if (entry.kind === 'net') this.#net(entry)
      else if (entry.kind === 'waive') this.isOn ||= entry.ids.includes(condition.id)
      else if (entry.paramId === condition.paramId) this.#reading(entry)
    }
    this.#wait(till)
  }

  get #period(): number {
    return this.#alert.params.get(this.#condition.paramId)?.periodSec ?? 0
  }

  /** From when its value says nothing any more. `isPatient`: not before there was time for a poll. */
  oldAt(isPatient: boolean): number {
    const { kind } = this.#condition
    if (kind === 'no-data' || kind === 'net-down' || kind === 'reading-error') return Number.POSITIVE_INFINITY
    const old = this.#heardAt + (this.#alert.maxAgeSec ?? 3 * this.#period) + lag
    return isPatient ? Math.max(old, this.#grace) : old
  }

  get heardAt(): number {
    return this.#heardAt
  }

  /** Time passes, and nothing comes in. */
  #wait(end: number): void {
    const { kind, value, holdSec } = this.#condition
    if (this.isOn) return
    if (kind === 'no-data') {
      if (end < this.#heardAt + value + holdSec || end < this.#grace) return
      this.isOn = true
      this.since = this.#heardAt + value
    } else if (this.since !== null && kind === 'net-down') this.isOn = end >= this.since + holdSec
    else if (this.since !== null && this.#isKnown) this.isOn = end >= this.since + holdSec + lag
  }

  #say(isSo: boolean, when: number, hold: number): void {
    this.since = isSo ? (this.since ?? when) : null
    this.isOn = isSo && (this.isOn || when >= (this.since ?? when) + hold)
  }

  #restart({ away, startedAt }: Extract<InputRecord, { kind: 'restart' }>): void {
    if (this.since !== null && !this.isOn) this.since += away
    this.#isKnown = false
    this.#grace = Math.max(this.#grace, startedAt + this.#period + lag)
  }

  #net({ saidAt, netId, isUp }: Extract<InputRecord, { kind: 'net' }>): void {
    const { kind, value, holdSec } = this.#condition
    if (kind !== 'net-down' || netId !== value) return
    this.#say(!isUp, saidAt, holdSec)
  }

  #reading({ time, readAt, value, reason, isNew }: Extract<InputRecord, { kind: 'reading' }>): void {
    const { kind, value: limit, holdSec, deadband } = this.#condition
    if (readAt <= (this.#readings.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY)) return
    this.#readings.push([readAt, value])
    this.#isKnown = isNew && (kind === 'reading-error' || value !== null)
    if (reason === null) this.#heardAt = readAt
    if (kind === 'net-down') return
    // A late value from before a silence does not end it.
    if (kind === 'no-data' && reason === null && this.isOn && time >= readAt + limit + holdSec)
      this.since = readAt + limit
    else if (kind === 'no-data' || kind === 'reading-error') {
      if (reason === null) return this.#say(false, readAt, 0)
      if (kind === 'reading-error') this.#say(true, readAt, holdSec)
    } else if (value === null) return
    else if (kind === 'change-over') {
      const span = this.#readings.flatMap(([on, read]) =>
        on >= readAt - holdSec && read !== null ? [units(read)] : [],
      )
      const [low = 0n] = span.toSorted((a, b) => (a < b ? -1 : 1))
      const [high = 0n] = span.toSorted((a, b) => (a > b ? -1 : 1))
      this.#say(high - low > units(limit) - (this.isOn ? units(deadband) : 0n), readAt, 0)
    } else this.#say(meets(this.#condition, value, this.since !== null), readAt, holdSec)
  }
}

/** New conditions that need not last, as what was so is so by them; null where it is so without them, or not even by them. */
export function waived(
  { conditions, conditionLogic }: JudgedAlert,
  verdicts: readonly ConditionModel[],
  old: ReadonlySet<number>,
): number[] | null {
  const isFor = (others: number[]): boolean => {
    const on = conditions.map(({ id }, place) => verdicts[place]?.isOn || others.includes(id))
    return conditionLogic === 'any' ? on.includes(true) : on.length > 0 && !on.includes(false)
  }
  const ids = conditions.flatMap(({ id }, place) =>
    !old.has(id) && (verdicts[place]?.since ?? null) !== null ? [id] : [],
  )
  return !isFor([]) && isFor(ids) ? ids : null
}

/** The oldest value that can expire. */
export const oldest = <One extends { verdict: ConditionModel }>(all: readonly One[]): One | undefined =>
  all
    .filter(({ verdict }) => verdict.oldAt(false) < Number.POSITIVE_INFINITY)
    .toSorted((one, other) => one.verdict.heardAt - other.verdict.heardAt)[0]
