import { readdirSync, readFileSync } from 'node:fs'
import { readSupply, type SupplySensor } from './supply.ts'

const textIn = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

/** A file of the system's with a thousandth of the unit in it. */
const thousandth = (path: string): number | undefined => {
  const text = textIn(path)
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) / 1000 : undefined
}

/** The processor's zone where one is named so, else the first. */
const temperature = (root: string): string | null => {
  const zones = namesIn(`${root}/class/thermal`)
    .filter((name) => name.startsWith('thermal_zone'))
    .map((name) => `${root}/class/thermal/${name}`)
  const processor = zones.find((zone) => /cpu|soc|pkg/.test(textIn(`${zone}/type`) ?? ''))
  const celsius = thousandth(`${processor ?? zones[0] ?? ''}/temp`)
  return celsius?.toFixed(1) ?? null
}

/** What the box measures of itself; null for what it does not. */
export const readSensors = (root = '/sys', sensor?: SupplySensor) => {
  const { mv } = readSupply(root, sensor)
  return { voltage: mv === null ? null : (mv / 1000).toFixed(1), temperature: temperature(root) }
}
