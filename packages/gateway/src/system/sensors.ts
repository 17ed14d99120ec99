import { readdirSync, readFileSync } from 'node:fs'

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

/** The supply's, where a sensor says that it watches it. */
const voltage = (root: string): string | null => {
  for (const chip of namesIn(`${root}/class/hwmon`)) {
    const folder = `${root}/class/hwmon/${chip}`
    const label = namesIn(folder).find(
      (name) => /^in\d+_label$/.test(name) && /vin|supply|input/i.test(textIn(`${folder}/${name}`) ?? ''),
    )
    const volts = label === undefined ? undefined : thousandth(`${folder}/${label.replace('_label', '_input')}`)
    if (volts !== undefined) return volts.toFixed(1)
  }
  return null
}

/** What the box measures of itself; null for what it does not. */
export const readSensors = (root = '/sys') => ({ voltage: voltage(root), temperature: temperature(root) })
