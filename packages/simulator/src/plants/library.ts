import { type TemplateKind, templates } from '@busbar/templates'
import type { PlantDescription, SiteDescription } from '../plant/description.ts'

/** ID and name of the site of each device type. */
const sites: Readonly<Record<TemplateKind, readonly [id: string, name: string]>> = {
  meter: ['meters', 'Meters'],
  inverter: ['inverters', 'Inverters and storage'],
  drive: ['drives', 'Drives'],
  other: ['chargers', 'Charging stations'],
  controller: ['controllers', 'Controllers and heat pumps'],
  generator: ['generators', 'Generating sets'],
  io: ['inputs-outputs', 'Inputs and outputs'],
  sensor: ['sensors', 'Sensors'],
}

/** Returns a plant with one unit of every family of the library, on one line per device type. */
export function library(): PlantDescription {
  const families = [...new Set(templates().values())]
  const siteOf = (kind: TemplateKind): SiteDescription => ({
    id: `library-${sites[kind][0]}`,
    name: sites[kind][1],
    envelope: 'tcp',
    devices: families
      .filter((family) => family.kind === kind)
      .map(({ manufacturer, name, skus: [sku = ''] }, n) => ({ unit: n + 1, sku, name: `${manufacturer} ${name}` })),
  })
  return { name: 'library', seed: 'library', sites: (Object.keys(sites) as TemplateKind[]).map(siteOf) }
}
