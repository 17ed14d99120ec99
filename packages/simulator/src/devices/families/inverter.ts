import { draws, mix, noise, serialOf } from '../../random.ts'
import type { Family, Process } from '../family.ts'
import { dayStart, localDay } from '../processes/clock.ts'
import { type Counter, countAt, counterOf, setRate } from '../processes/curves.ts'
import { frequency, voltage } from '../processes/mains.ts'
import {
  energyBefore,
  energyTo,
  faultOf,
  type InverterFault,
  powerAt,
  type SolarPanels,
  skies,
  skyOf,
  sunPart,
} from '../processes/production.ts'

interface Inverter extends Process {
  settings: Readonly<{ unit_id: number; baud: number }>
  readonly panels: SolarPanels
  readonly energy: Counter
  enable: number
  /** Percent of what the sun would give. */
  scale: number
  /** The last change of the rate, and the total at the midnight before it. */
  changedMs: number
  midnightTotal: number
}

interface DeviceState {
  now: number
  state: number
  fault: InverterFault | null
  power: number
  efficiency: number
  stringVolts: number
}

const states = { sleeping: 0, starting: 1, producing: 2, fault: 3, off: 4 } as const
/** The part of the daylight that starting up takes. */
const startingPart = 0.02

/** A solar inverter: asleep at night, starting at dawn, producing, and sometimes faulty. */
export const inverter: Family<Inverter, DeviceState> = {
  sku: 'inverter',
  create(seed) {
    const draw = draws(seed)
    const sky = skies[mix(seed, 1) % skies.length] ?? skyOf(seed)
    return {
      seed,
      settings: { unit_id: 1, baud: 0 },
      panels: { sky, peak: draw(4000, 30_000) },
      energy: counterOf(draw(1e5, 5e7), 0),
      enable: 1,
      scale: 100,
      changedMs: 0,
      midnightTotal: 0,
    }
  },
  moment({ seed, panels, energy, enable }, now) {
    const day = localDay(now)
    const part = sunPart(day, now)
    const fault = faultOf(panels.sky.seed, day)
    const failing = fault && part >= fault.from && part < fault.to ? fault : null
    const awake = part > 0 && part < 1
    return {
      now,
      state: enable === 0 ? states.off : stateOf(awake, failing !== null, part),
      fault: failing,
      power: energy.rate * powerAt(panels, day, part),
      efficiency: 0.965 + 0.01 * noise(mix(seed, 2), now / 700_000),
      stringVolts: awake ? 560 + 90 * Math.sqrt(Math.sin(Math.PI * part)) + 6 * noise(mix(seed, 3), now / 30_000) : 0,
    }
  },
  shows: {
    state: ({ state }) => state,
    fault: ({ fault }) => fault?.code ?? 0,
    P: ({ power }) => power,
    U_ac: ({ now }, { seed }) => voltage(seed, now),
    I_ac: ({ now, power }, { seed }) => power / (3 * voltage(seed, now)),
    F: ({ now }) => frequency(now),
    U_dc: ({ stringVolts }) => stringVolts,
    I_dc: ({ power, efficiency, stringVolts }) => (stringVolts === 0 ? 0 : power / efficiency / stringVolts),
    P_dc: ({ power, efficiency }) => power / efficiency,
    E_total: ({ now }, device) => totalAt(device, now),
    E_today: ({ now }, device) => totalAt(device, now) - midnightTotalAt(device, now),
    T: ({ now, power }, { seed, panels }) => 18 + (40 * power) / panels.peak + 5 * noise(mix(seed, 4), now / 4_000_000),
    alarm: ({ fault }) => Number(fault !== null),
    enable: (_, { enable }) => enable,
    P_scale: (_, { scale }) => scale,
    serial: (_, { seed }) => `SUN-${serialOf(seed)}`,
    firmware: () => 3.07,
  },
  writes: {
    enable(device, value, now) {
      device.enable = value
      changeRate(device, now)
    },
    P_scale(device, value, now) {
      device.scale = value
      changeRate(device, now)
    },
  },
}

function stateOf(awake: boolean, failing: boolean, part: number): number {
  if (!awake) return states.sleeping
  if (failing) return states.fault
  return part < startingPart ? states.starting : states.producing
}

const totalAt = ({ energy, panels }: Inverter, now: number): number => countAt(energy, energyTo(panels, now))

function midnightTotalAt({ energy, panels, changedMs, midnightTotal }: Inverter, now: number): number {
  const day = localDay(now)
  return changedMs > dayStart(day) ? midnightTotal : countAt(energy, energyBefore(panels, day))
}

function changeRate(device: Inverter, now: number): void {
  device.midnightTotal = midnightTotalAt(device, now)
  device.changedMs = now
  setRate(device.energy, energyTo(device.panels, now), (device.enable * device.scale) / 100)
}
