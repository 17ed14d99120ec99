import { draws, mix, noise } from '../../random.ts'
import type { Family, Process } from '../family.ts'
import { hourMs, installedMs } from '../processes/clock.ts'
import { type HeatedRoom, type HeaterState, heatAfter } from '../processes/heating.ts'
import { type IncidentSchedule, incidentOf } from '../processes/incidents.ts'

type Settings = Readonly<{
  enable: number
  setpoint: number
  hysteresis: number
  alarm_high: number
  alarm_low: number
  unit_id: number
  baud: number
}>

interface Controller extends Process {
  settings: Settings
  readonly room: HeatedRoom
  readonly doors: IncidentSchedule
  sinceMs: number
  heat: HeaterState
}

interface DeviceState {
  now: number
  heat: HeaterState
  doorOpen: boolean
  measured: number
}

/** How far the air at the sensor cools while the door is open, by kind of incident, and for how long it stays open. */
const coolingBy = (kind: number): number => 1 + kind * 0.75
const openMs = 900_000

/** A temperature controller with a heater, in a room whose door is opened a few times a day. */
export const thermo: Family<Controller, DeviceState> = {
  sku: 'thermo',
  create(seed) {
    const draw = draws(seed)
    const setpoint = Math.round(draw(20, 55))
    const room = { ambient: draw(8, 16), gain: draw(70, 110), lagMs: draw(1, 3) * hourMs }
    return {
      seed,
      settings: {
        enable: 1,
        setpoint,
        hysteresis: 1,
        alarm_high: setpoint + 6,
        alarm_low: setpoint - 6,
        unit_id: 1,
        baud: 0,
      },
      room,
      doors: { seed: mix(seed, 1), slotMs: 6 * hourMs },
      sinceMs: installedMs,
      heat: {
        temperature: room.ambient,
        heating: false,
        onMs: draw(0, 4000) * hourMs,
        starts: Math.floor(draw(0, 20_000)),
      },
    }
  },
  moment(controller, now) {
    const { seed, doors } = controller
    const heat = heatAt(controller, now)
    const { kind, startMs } = incidentOf(doors, now)
    const part = (now - startMs) / openMs
    const doorOpen = part >= 0 && part < 1
    const cooling = doorOpen ? coolingBy(kind) * Math.sin(Math.PI * part) ** 2 : 0
    return { now, heat, doorOpen, measured: heat.temperature - cooling + 0.1 * noise(mix(seed, 2), now / 7_000) }
  },
  shows: {
    T: ({ measured }) => measured,
    T_ambient: (_, { room }) => room.ambient,
    heater_hours: ({ heat }) => heat.onMs / hourMs,
    heater_starts: ({ heat }) => heat.starts,
    firmware: () => 1.02,
    heater: ({ heat }) => Number(heat.heating),
    high: ({ measured }, { settings }) => Number(measured > settings.alarm_high),
    low: ({ measured }, { settings }) => Number(measured < settings.alarm_low),
    door: ({ doorOpen }) => Number(doorOpen),
  },
  settle(controller, now) {
    controller.heat = heatAt(controller, now)
    controller.sinceMs = Math.max(now, controller.sinceMs)
  },
}

const heatAt = ({ room, settings, heat, sinceMs }: Controller, now: number): HeaterState =>
  heatAfter(room, settings, heat, Math.max(0, now - sinceMs))
