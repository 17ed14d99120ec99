import { type TemplateKind, templates } from '@busbar/templates'
import { evidenceOf } from '@busbar/templates/evidence'

export const kindNames: Readonly<Record<TemplateKind, string>> = {
  meter: 'Meters',
  inverter: 'Inverters and storage',
  drive: 'Drives',
  controller: 'Controllers',
  generator: 'Generators',
  io: 'Inputs and outputs',
  sensor: 'Sensors',
  other: 'Others',
}

const states = {
  simulated: 'simulated',
  published: 'never tried; published values tested',
  none: 'never tried',
} as const

/** A family in the list that can be searched. */
const rowOf = (template: ReturnType<typeof families>[number]): object => ({
  sku: template.skus[0],
  name: template.name,
  manufacturer: template.manufacturer,
  kind: kindNames[template.kind],
  params: template.paramTemplates.length,
  state: states[evidenceOf(template).state],
})

export const families = () => [...new Set(templates().values())]

/** The list of all families. */
export function deviceIndexPage(): string {
  const all = families()
  return [
    '---',
    `devices: ${JSON.stringify(all.map(rowOf))}`,
    'outline: false',
    '---',
    '',
    '# Device families',
    '',
    `${all.length} families are shipped, each with its register map. Yours is not here? [Make a template](/guides/first-device.md#a-device-that-is-not-in-the-library) from`,
    'the table in its manual, or [import](/guides/imports.md) what another program has.',
    '',
    'No family was tried on a device by this project: maps come from makers’ documents and from drivers that people run, named on each page, and are',
    'held against a second source where there is one ([how](/decisions/0112-maps-from-two-sources.md)). Look at the values of a new device before you trust them.',
    '',
    '<DeviceList />',
    '',
  ].join('\n')
}
