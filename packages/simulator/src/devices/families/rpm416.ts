import { draws, mix, noise } from '../../random.ts'
import type { Family, Process } from '../family.ts'
import { hourMs, installedMs } from '../processes/clock.ts'
import { type Curve, valueAt, workshop } from '../processes/curves.ts'
import { type IncidentSchedule, incidentOf } from '../processes/incidents.ts'
import { frequency } from '../processes/mains.ts'
import { asymmetry, causes, lastsMs, phaseVoltages } from '../processes/sags.ts'
import { recordAt, type TripCauses, type TripRecord, tripOf } from '../processes/trips.ts'

const factory = {
  U_min: 195,
  U_max: 253,
  asymmetry_max: 10,
  trip_delay: 2,
  reclose_time: 300,
  auto_reclose: 1,
  watch_asymmetry: 1,
  display: 0,
  brightness: 8,
  unit_id: 1,
  baud: 0,
}

interface Relay extends Process {
  settings: Readonly<typeof factory>
  readonly incidents: IncidentSchedule
  readonly load: Curve
  enable: number
  sinceMs: number
  before: TripRecord
}

interface DeviceState {
  now: number
  volts: [number, number, number]
  record: TripRecord
  cause: number
  recloseAtMs: number
  closed: boolean
}

/** A relay that cuts a three-phase load off while its voltage is wrong. */
export const rpm416: Family<Relay, DeviceState> = {
  sku: 'rpm416',
  create(seed) {
    const draw = draws(seed)
    return {
      seed,
      settings: factory,
      incidents: { seed: mix(seed, 1), slotMs: 6 * hourMs },
      load: { base: draw(800, 5000), seed: mix(seed, 2), shape: workshop },
      enable: 1,
      sinceMs: installedMs,
      before: { trips: Math.floor(draw(0, 500)), lastMs: installedMs, lastCause: 0, latched: false, steadyCause: 0 },
    }
  },
  moment(relay, now) {
    const { seed, incidents } = relay
    const watch = watchOf(relay)
    const incident = incidentOf(incidents, now)
    const inSag = now >= incident.startMs && now < incident.startMs + lastsMs(incident.kind)
    const flicker = 1 + 0.004 * noise(mix(seed, 3), now / 11_000)
    const [a, b, c] = phaseVoltages(seed, inSag ? incident.kind : null)
    const record = recordAt(watch, now)
    const trip = tripOf(watch, incident)
    const tripped = trip && now >= trip.atMs && now < trip.endMs ? trip : null
    const cause = record.steadyCause || (record.latched ? record.lastCause : (tripped?.cause ?? causes.none))
    const closed = relay.enable === 1 && cause === causes.none
    const recloseAtMs = cause !== causes.none && !record.latched && tripped ? tripped.endMs : now
    return { now, volts: [a * flicker, b * flicker, c * flicker], record, cause, recloseAtMs, closed }
  },
  shows: {
    U1: ({ volts }) => volts[0],
    U2: ({ volts }) => volts[1],
    U3: ({ volts }) => volts[2],
    I1: (moment, { load }) => amperes(moment, load, 0),
    I2: (moment, { load }) => amperes(moment, load, 1),
    I3: (moment, { load }) => amperes(moment, load, 2),
    asymmetry: ({ volts }) => asymmetry(volts),
    F: ({ now }) => frequency(now),
    P_total: ({ now, closed }, { load }) => (closed ? 3 * valueAt(load, now) : 0),
    trip: ({ cause, record, closed }) =>
      (cause === causes.none ? 0 : 1 << (cause - 1)) | (Number(record.latched) << 4) | (Number(!closed) << 5),
    trips: ({ record }) => record.trips,
    last_trip: ({ record }) => Math.floor(record.lastMs / 1000),
    last_cause: ({ record }) => record.lastCause,
    reclose_in: ({ now, recloseAtMs }) => Math.ceil((recloseAtMs - now) / 1000),
    closed: ({ closed }) => Number(closed),
    alarm: ({ cause }) => Number(cause !== causes.none),
    enable: (_, { enable }) => enable,
  },
  settle(relay, now) {
    relay.before = recordAt(watchOf(relay), now)
    relay.sinceMs = Math.max(now, relay.sinceMs)
  },
  writes: {
    enable(relay, value) {
      relay.enable = value
      relay.before = { ...relay.before, latched: false }
    },
  },
}

const watchOf = ({ seed, incidents, settings, sinceMs, before }: Relay): TripCauses => ({
  seed,
  incidents,
  protection: settings,
  sinceMs,
  before,
})

/** Each phase carries a third of the load, at a power factor of 0.9. */
const amperes = ({ now, closed, volts }: DeviceState, load: Curve, phase: 0 | 1 | 2): number =>
  closed && volts[phase] > 0 ? valueAt(load, now) / (0.9 * volts[phase]) : 0
