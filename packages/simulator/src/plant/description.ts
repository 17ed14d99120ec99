import { type EnvelopeName, envelopes } from '@busbar/modbus'
import { isSimulated, simulatedSkus } from '../devices/device.ts'

/** A device on a site's line. Its seed comes from where it is, so no two are alike. */
export interface DeviceDescription {
  unit: number
  sku: string
  name: string
}

/** A site with one line of devices, reached over one TCP port or one serial port. */
export interface SiteDescription {
  /** A short name for addresses and faults: letters, digits and dashes. */
  id: string
  name: string
  /** The protocol on its TCP port. */
  envelope: EnvelopeName
  devices: readonly DeviceDescription[]
}

export interface PlantDescription {
  name: string
  seed: string
  sites: readonly SiteDescription[]
}

const sitesMax = 20_000

/** Returns the problem of a description with its location, or null. */
export const plantProblem = (plant: PlantDescription): string | null => {
  if (plant.sites.length === 0 || plant.sites.length > sitesMax) return `sites: from 1 to ${sitesMax} are possible`
  const ids = new Set<string>()
  for (const site of plant.sites) {
    const problem = siteProblem(site)
    if (problem !== null) return `site ${site.id}: ${problem}`
    if (ids.has(site.id)) return `site ${site.id}: there are two of this id`
    ids.add(site.id)
  }
  return null
}

const siteProblem = ({ id, envelope, devices }: SiteDescription): string | null => {
  if (!/^[a-z0-9-]{1,40}$/.test(id)) return 'id: up to 40 small letters, digits and dashes are possible'
  if (!Object.hasOwn(envelopes, envelope)) return `envelope: one of ${Object.keys(envelopes).join(', ')} is possible`
  const units = new Set<number>()
  for (const { unit, sku } of devices) {
    if (!Number.isInteger(unit) || unit < 1 || unit > 247) return `unit ${unit}: from 1 to 247 is possible`
    if (units.has(unit)) return `unit ${unit}: there are two of it`
    if (!isSimulated(sku))
      return `unit ${unit}: ${sku} is not simulated; known are ${simulatedSkus.join(', ')}, and all of the library`
    units.add(unit)
  }
  return devices.length === 0 ? 'devices: at least one is needed' : null
}
