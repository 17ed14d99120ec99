import { openPty } from '@busbar/serial'
import { Plant, type Site, serveSerial } from '@busbar/simulator'
import { linePlant } from './plant.ts'

/** A serial line with simulated devices on it, for a gateway to open. */
export interface DemoLine {
  path: string
  site: Site
  units: readonly { unit: number; name: string }[]
  close(): Promise<void>
}

export const openLine = async (): Promise<DemoLine> => {
  const plant = new Plant(linePlant)
  const [site] = plant.sites
  if (site === undefined) throw new Error('nothing is on the line')
  const pty = await openPty()
  serveSerial(plant, site, pty)
  return { path: pty.path, site, units: linePlant.sites[0]?.devices ?? [], close: () => pty.close() }
}
