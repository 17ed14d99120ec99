import type { SettledExchange, UnclaimedFrame } from '../link/link-observer.ts'
import type { CountName, Figures } from './figures.ts'
import { slotOf, slotsPerDay, UnitDay } from './unit-day.ts'

/** A frame so soon after its unit's good answer is a second answer to the same request. */
const doubledMs = 1000
/** Late responses to older requests are not expected any more. */
const timedOutMax = 10

/** Since a unit last answered. */
export interface Silence {
  /** Requests without an answer, one after another. */
  requests: number
  /** Null where it has not answered since the service was started. */
  answeredMs: number | null
}

interface NetDay {
  units: Map<number, UnitDay>
  silences: Map<number, Silence>
  /** The unit that answered last, and when. */
  answered: { unit: number; atMs: number } | null
  /** Requests that were given up and whose answers may still come, by unit. */
  timedOut: Map<number, number>
}

/** A time slot of all units of a network. */
export interface NetSlot {
  netId: number
  slot: number
  units: readonly { unit: number; figures: Figures }[]
}

/** A day of every unit of all networks. Units are at most 256 in a network, and each has the same size. */
export class FigureBook {
  readonly #nets = new Map<number, NetDay>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Looking for units tells nothing of those that are there. */
  settled(netId: number, { unit, outcome, tookMs, origin }: SettledExchange): void {
    if (origin.kind === 'scan') return
    const nowMs = this.#now().getTime()
    const slot = slotOf(nowMs)
    const net = this.#netDay(netId)
    const day = dayOf(net, unit, slot)
    const names = countNamesOf(outcome)
    const isAnswer = names.includes('answers')
    day.count(slot, 'requests')
    for (const name of names) day.count(slot, name)
    day.addDuration(slot, tookMs, isAnswer)
    if (isAnswer) net.answered = { unit, atMs: nowMs }
    if (names === timeout) net.timedOut.set(unit, Math.min(timedOutMax, (net.timedOut.get(unit) ?? 0) + 1))
    const before = net.silences.get(unit)
    if (isAnswer) net.silences.set(unit, { requests: 0, answeredMs: nowMs })
    else if (names.length > 0)
      net.silences.set(unit, { requests: (before?.requests ?? 0) + 1, answeredMs: before?.answeredMs ?? null })
  }

  unclaimed(netId: number, { unit, askedUnit, how }: UnclaimedFrame): void {
    const nowMs = this.#now().getTime()
    const slot = slotOf(nowMs)
    const net = this.#netDay(netId)
    const { answered, timedOut } = net
    const timedOutCount = timedOut.get(unit) ?? 0
    if (how === 'late' && timedOutCount > 0) {
      timedOut.set(unit, timedOutCount - 1)
      dayOf(net, unit, slot).count(slot, 'late')
    } else if (answered?.unit === unit && nowMs - answered.atMs <= doubledMs)
      dayOf(net, unit, slot).count(slot, 'doubled')
    else if (how === 'late') dayOf(net, unit, slot).count(slot, 'late')
    // Known by whom it was asked: who it says it is need not be on the line at all.
    else if (askedUnit !== null) dayOf(net, askedUnit, slot).count(slot, 'foreign')
  }

  /** Returns the day that ends with a slot, by unit, oldest slot first. */
  day(netId: number, newest: number): Map<number, Figures[]> {
    const units = this.#nets.get(netId)?.units ?? new Map<number, UnitDay>()
    const first = newest - slotsPerDay + 1
    return new Map(
      [...units].map(([unit, day]) => [unit, Array.from({ length: slotsPerDay }, (_, i) => day.at(first + i))]),
    )
  }

  silence(netId: number, unit: number): Silence {
    return this.#nets.get(netId)?.silences.get(unit) ?? { requests: 0, answeredMs: null }
  }

  /** Returns the figures of a slot for each network with requests. */
  slot(slot: number): NetSlot[] {
    return [...this.#nets].flatMap(([netId, { units }]) => {
      const activeUnits = [...units]
        .map(([unit, day]) => ({ unit, figures: day.at(slot) }))
        .filter(({ figures }) => figures.requests > 0)
      return activeUnits.length === 0 ? [] : [{ netId, slot, units: activeUnits }]
    })
  }

  /** Oldest first. */
  restore({ netId, slot, units }: NetSlot): void {
    for (const { unit, figures } of units) dayOf(this.#netDay(netId), unit, slot).restore(slot, figures)
  }

  remove(netId: number): void {
    this.#nets.delete(netId)
  }

  /** Forgets units that were not asked for a day. */
  forgetOld(newest: number): void {
    for (const [netId, { units, silences }] of this.#nets) {
      for (const [unit, day] of units) {
        if (day.newest > newest - slotsPerDay) continue
        units.delete(unit)
        silences.delete(unit)
      }
      if (units.size === 0) this.#nets.delete(netId)
    }
  }

  #netDay(netId: number): NetDay {
    const known = this.#nets.get(netId)
    if (known !== undefined) return known
    const day: NetDay = { units: new Map(), silences: new Map(), answered: null, timedOut: new Map() }
    this.#nets.set(netId, day)
    return day
  }
}

const dayOf = ({ units }: NetDay, unit: number, slot: number): UnitDay => {
  const known = units.get(unit)
  if (known !== undefined) return known
  const day = new UnitDay(slot)
  units.set(unit, day)
  return day
}

const answer: readonly CountName[] = ['answers']
const exception: readonly CountName[] = ['answers', 'exceptions']
const timeout: readonly CountName[] = ['timeouts']
const damaged: readonly CountName[] = ['damaged']
const noCounts: readonly CountName[] = []

/** A gateway says of a silent unit that it did not answer: that is no word of the unit. */
const silentCodes: ReadonlySet<number> = new Set([0x0a, 0x0b])

const countNamesOf = (outcome: SettledExchange['outcome']): readonly CountName[] => {
  if ('err' in outcome) return outcome.err === 'timeout' ? timeout : outcome.err === 'crc' ? damaged : noCounts
  const [fn = 0, code = 0] = outcome.ok
  if (fn <= 0x7f) return answer
  return silentCodes.has(code) ? timeout : exception
}
