import { join } from 'node:path'
import { namesIn, numberIn, textIn } from '../sys-files.ts'

/** State of the supply as far as the box can measure it. */
export interface Supply {
  /** Millivolts; null without a sensor. */
  readonly mv: number | null
  /** True if a sensor reports low voltage, with or without a measured value. */
  readonly isAlarm: boolean
}

/** Sensor chosen by the owner: its `name` in hwmon and its input. */
export interface SupplySensor {
  readonly name: string
  readonly input: string
}

/** Returns the path of a sensor's input without its suffix: `/sys/class/hwmon/hwmon1/in0`. */
const inputOf = (root: string, sensor: SupplySensor | undefined): string | undefined => {
  for (const chip of namesIn(join(root, 'class/hwmon'))) {
    const folder = join(root, 'class/hwmon', chip)
    if (sensor !== undefined) {
      if (textIn(join(folder, 'name')) === sensor.name) return join(folder, sensor.input)
      continue
    }
    const label = namesIn(folder).find(
      (name) => /^in\d+_label$/.test(name) && /vin|supply|input/i.test(textIn(join(folder, name)) ?? ''),
    )
    if (label !== undefined) return join(folder, label.replace('_label', ''))
    // A Raspberry Pi reports only whether the voltage is too low.
    if (textIn(join(folder, 'name')) === 'rpi_volt') return join(folder, 'in0')
  }
  return undefined
}

/** Voltage of the first mains supply or battery, in millivolts. */
const powerSupply = (root: string): number | null => {
  for (const name of namesIn(join(root, 'class/power_supply'))) {
    const folder = join(root, 'class/power_supply', name)
    const microvolts = /^(Mains|Battery)$/.test(textIn(join(folder, 'type')) ?? '')
      ? numberIn(join(folder, 'voltage_now'))
      : undefined
    if (microvolts !== undefined) return Math.round(microvolts / 1000)
  }
  return null
}

export const readSupply = (root = '/sys', sensor?: SupplySensor): Supply => {
  const input = inputOf(root, sensor)
  if (input === undefined) return { mv: powerSupply(root), isAlarm: false }
  const isAlarm = ['_lcrit_alarm', '_min_alarm'].some((ending) => numberIn(`${input}${ending}`) === 1)
  return { mv: numberIn(`${input}_input`) ?? null, isAlarm }
}

/** The processor's zone where one is named so, else the first. */
const temperature = (root: string): string | null => {
  const zones = namesIn(`${root}/class/thermal`)
    .filter((name) => name.startsWith('thermal_zone'))
    .map((name) => `${root}/class/thermal/${name}`)
  const processor = zones.find((zone) => /cpu|soc|pkg/.test(textIn(`${zone}/type`) ?? ''))
  const thousandths = numberIn(`${processor ?? zones[0] ?? ''}/temp`)
  return thousandths === undefined ? null : (thousandths / 1000).toFixed(1)
}

/** Reads the sensors of the box; null for a value that it does not measure. */
export const readSensors = (root = '/sys', sensor?: SupplySensor) => {
  const { mv } = readSupply(root, sensor)
  return { voltage: mv === null ? null : (mv / 1000).toFixed(1), temperature: temperature(root) }
}
