import { simulatedSkus } from '../devices/device.ts'
import type { PlantDescription } from '../plant/description.ts'

export interface SwarmOptions {
  sites: number
  /** On each site, from 1 to 247. */
  units: number
  seed?: string
}

/** As many sites as a load test needs, all of the same devices; the seed makes each its own. */
export const swarm = ({ sites, units, seed = 'swarm' }: SwarmOptions): PlantDescription => {
  const devices = Array.from({ length: units }, (_, i) => {
    const sku = simulatedSkus[i % simulatedSkus.length] ?? ''
    return { unit: i + 1, sku, name: `${sku} ${i + 1}` }
  })
  return {
    name: 'swarm',
    seed,
    sites: Array.from({ length: sites }, (_, i) => ({
      id: `site-${i + 1}`,
      name: `Site ${i + 1}`,
      envelope: 'tcp',
      devices,
    })),
  }
}
