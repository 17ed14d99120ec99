import { draws, mix, noise } from '../../random.ts'
import type { Family, Process } from '../family.ts'
import { hourMs, installedMs } from '../processes/clock.ts'
import {
  type Counter,
  type Curve,
  countAt,
  counterOf,
  integralAt,
  setRate,
  steady,
  valueAt,
} from '../processes/curves.ts'
import { type IncidentSchedule, incidentOf } from '../processes/incidents.ts'

interface Pump extends Process {
  settings: Readonly<{ pressure_max: number; unit_id: number; baud: number; tag: string }>
  /** Flow in m³/h and power in W at full speed. */
  readonly flow: Curve
  readonly power: Curve
  readonly troubles: IncidentSchedule
  readonly volume: Counter
  readonly energy: Counter
  readonly hours: Counter
  running: number
  speed: number
  starts: number
}

interface DeviceState {
  now: number
  /** Part of full speed; 0 when the pump stands still. */
  speed: number
  flow: number
  suction: number
  pressure: number
  temperature: number
  warnings: number
}

const troubleMs = 1_200_000
const hotAt = 95
const drySuction = 0.3

/** A pump behind a frequency converter: flow goes with its speed, pressure with the square, power with the cube. */
export const pump: Family<Pump, DeviceState> = {
  sku: 'pump',
  create(seed) {
    const draw = draws(seed)
    const flow = { base: draw(15, 80), seed: mix(seed, 1), shape: steady }
    const power = { base: flow.base * draw(140, 200), seed: mix(seed, 2), shape: steady }
    const running = Number(draw(0, 1) < 0.75)
    const speed = Math.round(draw(70, 95))
    const part = (running * speed) / 100
    return {
      seed,
      settings: { pressure_max: 7, unit_id: 1, baud: 0, tag: `P-${Math.floor(draw(100, 1000))}` },
      flow,
      power,
      troubles: { seed: mix(seed, 3), slotMs: 8 * hourMs },
      volume: counterOf(draw(1e3, 1e6), integralAt(flow, installedMs), part),
      energy: counterOf(draw(1e6, 1e8), integralAt(power, installedMs), part ** 3),
      hours: counterOf(draw(100, 30_000), installedMs / hourMs, running),
      running,
      speed,
      starts: Math.floor(draw(10, 5000)),
    }
  },
  moment({ seed, flow: fullFlow, troubles, running, speed: percent, settings }, now) {
    const speed = (running * percent) / 100
    const flow = speed * valueAt(fullFlow, now)
    const { kind, startMs } = incidentOf(troubles, now)
    const inTrouble = now >= startMs && now < startMs + troubleMs
    // Half of the troubles are a starved inlet, the other half a hot motor.
    const starved = inTrouble && kind < 8
    const heat = inTrouble && kind >= 8 && running === 1 ? 45 : 0
    const suction = (starved ? 0.15 : 1.2) + 0.1 * noise(mix(seed, 4), now / 60_000)
    const pressure = suction + 6 * speed ** 2 * (1 + 0.02 * noise(mix(seed, 5), now / 4_000))
    const temperature = 25 + 35 * speed ** 2 + heat + 2 * noise(mix(seed, 6), now / 900_000)
    const warnings =
      Number(temperature > hotAt) |
      (Number(suction < drySuction && running === 1) << 1) |
      (Number(pressure > settings.pressure_max) << 2)
    return { now, speed, flow, suction, pressure, temperature, warnings }
  },
  shows: {
    state: ({ speed, warnings }) => (speed === 0 ? 0 : warnings === 0 ? 1 : 2),
    F_out: ({ speed }) => 50 * speed,
    flow: ({ flow }) => flow,
    pressure: ({ pressure }) => pressure,
    suction: ({ suction }) => suction,
    P: ({ now, speed }, { power }) => (speed ** 3 * valueAt(power, now)) / 1000,
    E: ({ now }, { energy, power }) => countAt(energy, integralAt(power, now)) / 1000,
    hours: ({ now }, { hours }) => countAt(hours, now / hourMs),
    starts: (_, { starts }) => starts,
    volume: ({ now }, { volume, flow }) => countAt(volume, integralAt(flow, now)),
    T_motor: ({ temperature }) => temperature,
    warnings: ({ warnings }) => warnings,
    running: (_, { running }) => running,
    alarm: ({ warnings }) => Number(warnings !== 0),
    run: (_, { running }) => running,
    speed: (_, { speed }) => speed,
  },
  writes: {
    run(device, value, now) {
      device.starts += Number(value > device.running)
      device.running = value
      changeSpeed(device, now)
    },
    speed(device, value, now) {
      device.speed = value
      changeSpeed(device, now)
    },
  },
}

function changeSpeed({ volume, flow, energy, power, hours, running, speed }: Pump, now: number): void {
  const part = (running * speed) / 100
  setRate(volume, integralAt(flow, now), part)
  setRate(energy, integralAt(power, now), part ** 3)
  setRate(hours, now / hourMs, running)
}
