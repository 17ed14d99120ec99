import { budgetOf } from '../field/diagnosis/budget.rules.ts'
import type { NetFacts } from '../field/diagnosis/facts.ts'
import type { Silence } from '../field/diagnosis/figure-book.ts'
import { type Figures, noFigures, sumOf } from '../field/diagnosis/figures.ts'
import { slotMs, slotOf, slotsPerDay } from '../field/diagnosis/unit-day.ts'
import { verdict } from '../field/diagnosis/verdict.ts'
import { isoTime } from '../fields/iso-time.ts'
import type { PolledRow } from '../history/links/links.sql.ts'

export interface DiagnosisFacts {
  nowMs: number
  /** Since when the service counts. */
  startedMs: number
  isConnected: boolean
  timeoutMs: number
  depth: number
  devices: readonly Pick<PolledRow, 'deviceId' | 'name' | 'modbusUnitId' | 'pausedOn' | 'lastGoodReadOn'>[]
  /** Figures of a day by unit, in time slots, oldest first. */
  day: ReadonlyMap<number, readonly Figures[]>
  silences: ReadonlyMap<number, Silence>
}

const hourSlots = 4
const recentSlots = 2
const empty: readonly Figures[] = Array.from({ length: slotsPerDay }, noFigures)

/** A network as its page shows it. */
export const shownDiagnosis = (input: DiagnosisFacts) => {
  const { nowMs, isConnected, timeoutMs, depth, devices, day, silences } = input
  const newest = slotOf(nowMs)
  const byUnit = Map.groupBy(devices, ({ modbusUnitId }) => modbusUnitId)
  const units = [...new Set([...byUnit.keys(), ...day.keys()])].toSorted((a, b) => a - b)
  const hours = new Map(units.map((unit) => [unit, sumOf((day.get(unit) ?? empty).slice(-hourSlots))]))
  const measuredMs = measuredSpanMs(input, newest)
  const budget = budgetOf(hours, measuredMs, depth)
  // Polling is paused by a person, and what is no device may be anything.
  const polledUnits = units.filter((unit) => byUnit.get(unit)?.some(({ pausedOn }) => pausedOn === null))
  const facts: NetFacts = {
    isConnected,
    timeoutMs,
    load: measuredMs === 0 ? null : budget.load,
    units: polledUnits.flatMap((unit) => {
      const { requests, answeredMs } = silences.get(unit) ?? { requests: 0, answeredMs: null }
      const slots = day.get(unit) ?? empty
      const recent = sumOf(slots.slice(-recentSlots))
      // Units without requests, such as calculated devices, neither answer nor fail.
      if (recent.requests === 0 && requests === 0) return []
      const hasAnswered =
        answeredMs !== null ||
        slots.some(({ answers }) => answers > 0) ||
        byUnit.get(unit)?.some(({ lastGoodReadOn }) => lastGoodReadOn !== null) === true
      const silentMs = answeredMs === null ? null : nowMs - answeredMs
      return { unit, recent, silentRequests: requests, silentMs, hasAnswered }
    }),
  }
  const isPolled = devices.some(({ pausedOn }) => pausedOn === null)
  return {
    from: isoTime((newest - slotsPerDay + 1) * slotMs),
    slotSec: slotMs / 1000,
    measuredSec: Math.round(measuredMs / 1000),
    connected: isConnected,
    timeoutMs,
    units: units.map((unit) => {
      const hour = hours.get(unit) ?? noFigures()
      const silence = silences.get(unit)
      return {
        unit,
        devices: (byUnit.get(unit) ?? []).map(({ deviceId, name }) => ({ deviceId, name })),
        requests: hour.requests,
        failed: hour.timeouts + hour.damaged,
        fastestMs: hour.answers === 0 ? null : hour.fastestMs,
        meanMs: meanMs(hour),
        slowestMs: hour.answers === 0 ? null : hour.slowestMs,
        ...(silence?.answeredMs != null && { answeredOn: isoTime(silence.answeredMs) }),
        silentRequests: silence?.requests ?? 0,
        share: budget.byUnit.get(unit) ?? 0,
        slots: shownSlots(day.get(unit) ?? empty),
      }
    }),
    budget: {
      load: budget.load,
      perDevice: budget.perDevice,
      withTenMore: budget.withTenMore,
      roomFor: budget.roomFor,
    },
    findings: isPolled ? verdict(facts) : [],
  }
}

/** From the first request of the last hour on; in the slot of the start, from the start on. */
const measuredSpanMs = ({ nowMs, startedMs, day }: DiagnosisFacts, newest: number): number => {
  for (let slot = newest - hourSlots + 1; slot <= newest; slot += 1) {
    const at = slotsPerDay - 1 - (newest - slot)
    const hasRequests = [...day.values()].some((slots) => (slots[at]?.requests ?? 0) > 0)
    if (hasRequests) return nowMs - Math.max(slot * slotMs, slotOf(startedMs) === slot ? startedMs : 0)
  }
  return 0
}

const meanMs = ({ answers, answerMs }: Figures): number | null =>
  answers === 0 ? null : Math.round((answerMs / answers) * 10) / 10

const shownSlots = (slots: readonly Figures[]) =>
  slots.flatMap((figures, at) => {
    const { requests, answers, exceptions, timeouts, damaged, late, slowestMs } = figures
    if (requests === 0 && late === 0) return []
    const mean = meanMs(figures)
    return [
      {
        at,
        requests,
        answers,
        ...(exceptions > 0 && { exceptions }),
        ...(timeouts > 0 && { timeouts }),
        ...(damaged > 0 && { damaged }),
        ...(late > 0 && { late }),
        ...(mean !== null && { meanMs: mean, slowestMs }),
      },
    ]
  })
