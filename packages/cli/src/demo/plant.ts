import { district, library, type PlantDescription, type SiteDescription, workshop } from '@busbar/simulator'

/** Sites of the district that are polled over TCP, and the one on the gateway's serial line. */
const dialled = [
  ...[1, 2, 3, 4, 5].map((number) => `house-${number}`),
  ...[1, 2, 3].map((number) => `school-${number}`),
  ...[1, 2].map((number) => `pumping-station-${number}`),
  ...[1, 2].map((number) => `solar-field-${number}`),
]
const onTheLine = 'pumping-station-3'

const siteOf = (id: string): SiteDescription => {
  const site = district.sites.find((one) => one.id === id)
  if (site === undefined) throw new Error(`the district has no site ${id}`)
  return site
}

/** Sites with direct polling: a workshop, and twelve sites of a small town. */
export const dialledPlant: PlantDescription = {
  name: 'demo',
  seed: 'demo',
  sites: [...workshop.sites, ...dialled.map(siteOf)],
}

/** A unit of every family of the library, which has a separate organization. */
export const libraryPlant = (): PlantDescription => ({ ...library(), seed: dialledPlant.seed })

/** Everything that listens on TCP. */
export const servedPlant = (): PlantDescription => ({
  ...dialledPlant,
  sites: [...dialledPlant.sites, ...libraryPlant().sites],
})

/** Units on the serial line of the gateway. */
export const linePlant: PlantDescription = { name: 'demo line', seed: 'demo', sites: [siteOf(onTheLine)] }
