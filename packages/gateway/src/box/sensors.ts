import { readSupply, type SupplySensor } from './power/supply.ts'
import { namesIn, numberIn, textIn } from './sys-files.ts'

/** The processor's zone where one is named so, else the first. */
const temperature = (root: string): string | null => {
  const zones = namesIn(`${root}/class/thermal`)
    .filter((name) => name.startsWith('thermal_zone'))
    .map((name) => `${root}/class/thermal/${name}`)
  const processor = zones.find((zone) => /cpu|soc|pkg/.test(textIn(`${zone}/type`) ?? ''))
  const thousandths = numberIn(`${processor ?? zones[0] ?? ''}/temp`)
  return thousandths === undefined ? null : (thousandths / 1000).toFixed(1)
}

/** What the box measures of itself; null for what it does not. */
export const readSensors = (root = '/sys', sensor?: SupplySensor) => {
  const { mv } = readSupply(root, sensor)
  return { voltage: mv === null ? null : (mv / 1000).toFixed(1), temperature: temperature(root) }
}
