import type { PlannedDevice, PlannedParam } from './plan.ts'

export interface SharedTemplate {
  name: string
  params: readonly PlannedParam[]
  isAlways16: boolean
  /** Places of its devices. */
  devices: number[]
}

/** Devices with the same parameters share one template, which has the name of the first. */
export const sharedTemplates = (devices: readonly PlannedDevice[]): SharedTemplate[] => {
  const found = new Map<string, SharedTemplate>()
  for (const [at, { name, params, isAlways16 }] of devices.entries()) {
    const key = JSON.stringify([isAlways16, params])
    const known = found.get(key)
    if (known === undefined) found.set(key, { name, params, isAlways16, devices: [at] })
    else known.devices.push(at)
  }
  return [...found.values()]
}
