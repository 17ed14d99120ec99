import { type Incident, type IncidentSchedule, incidentIn, incidentOf, kinds, sumOver } from './incidents.ts'
import { causeOf, causes, lastsMs, phaseVoltages, type Thresholds } from './sags.ts'

interface Protection extends Thresholds {
  readonly trip_delay: number
  readonly reclose_time: number
  readonly auto_reclose: number
}

/** Trips up to an instant, and what held the relay open then. */
export interface TripRecord {
  readonly trips: number
  readonly lastMs: number
  readonly lastCause: number
  /** A trip that waits for its reset. */
  readonly latched: boolean
  /** The supply itself, without any sag, is beyond the thresholds. */
  readonly steadyCause: number
}

/** Causes of trips since the last write (`sinceMs`). */
export interface TripCauses {
  readonly seed: number
  readonly incidents: IncidentSchedule
  readonly protection: Protection
  readonly sinceMs: number
  readonly before: TripRecord
}

/** The trip that a sag makes, or null when it is too shallow or too short. */
export function tripOf({ seed, protection }: TripCauses, { kind, startMs }: Incident) {
  const delayMs = 1000 * protection.trip_delay
  const cause = lastsMs(kind) > delayMs ? causeOf(phaseVoltages(seed, kind), protection) : causes.none
  if (cause === causes.none) return null
  const endMs = startMs + lastsMs(kind) + 1000 * protection.reclose_time
  return { cause, atMs: startMs + delayMs, endMs }
}

/** The record at an instant: nothing is remembered between two writes, all is counted again. */
export function recordAt(watch: TripCauses, now: number): TripRecord {
  const { seed, protection, sinceMs, before } = watch
  const steadyCause = causeOf(phaseVoltages(seed, null), protection)
  if (steadyCause !== causes.none) {
    if (before.steadyCause !== causes.none) return { ...before, steadyCause }
    return { ...before, steadyCause, trips: before.trips + 1, lastMs: sinceMs, lastCause: steadyCause }
  }
  const quiet = { ...before, steadyCause }
  if (before.latched || now <= sinceMs) return quiet
  const latches = protection.auto_reclose === 0
  const found = latches ? firstTrip(watch, now) : lastTrip(watch, now)
  if (!found) return quiet
  const trips = before.trips + (latches ? 1 : countTrips(watch, now))
  return { trips, lastMs: found.atMs, lastCause: found.cause, latched: latches, steadyCause }
}

function countTrips(watch: TripCauses, now: number): number {
  const { incidents, sinceMs } = watch
  const first = incidentOf(incidents, sinceMs)
  const last = incidentOf(incidents, now)
  const counts = (incident: Incident): number => Number(happened(watch, incident, now) !== null)
  if (first.slot === last.slot) return counts(first)
  const trips = (kind: number): number => Number(tripOf(watch, { kind, slot: 0, startMs: 0 }) !== null)
  return counts(first) + sumOver(incidents, first.slot + 1, last.slot, trips) + counts(last)
}

// Sixteen slots in a row have every kind of sag: if none of them trips, none ever will.
function lastTrip(watch: TripCauses, now: number) {
  const { slot } = incidentOf(watch.incidents, now)
  for (let n = 0; n <= kinds; n++) {
    const trip = happened(watch, incidentIn(watch.incidents, slot - n), now)
    if (trip) return trip
  }
  return null
}

function firstTrip(watch: TripCauses, now: number) {
  const { slot } = incidentOf(watch.incidents, watch.sinceMs)
  for (let n = 0; n <= kinds; n++) {
    const trip = happened(watch, incidentIn(watch.incidents, slot + n), now)
    if (trip) return trip
  }
  return null
}

function happened(watch: TripCauses, incident: Incident, now: number) {
  const trip = tripOf(watch, incident)
  return trip && trip.atMs > watch.sinceMs && trip.atMs <= now ? trip : null
}
