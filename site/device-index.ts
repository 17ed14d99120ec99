import { type TemplateKind, templates } from '@busbar/templates'
import { evidenceOf } from '@busbar/templates/evidence'
import { templateKinds } from '@busbar/templates/kinds'

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
  published: 'tested with published values',
} as const

/** A family in the searchable list. */
const rowOf = (template: ReturnType<typeof families>[number]): object => ({
  sku: template.skus[0],
  name: template.name,
  manufacturer: template.manufacturer,
  kind: kindNames[template.kind],
  params: template.paramTemplates.length,
  state: states[evidenceOf(template).state],
})

export const families = () => [...new Set(templates().values())]

const listOf = (all: ReturnType<typeof families>, ...text: string[]): string =>
  [
    '---',
    `devices: ${JSON.stringify(all.map(rowOf))}`,
    'aside: false',
    '---',
    '',
    ...text,
    '',
    '<DeviceList />',
    '',
  ].join('\n')

const allPage = (): string =>
  listOf(
    families(),
    '# Device families',
    '',
    `Busbar ships ${families().length} families, each with its register map. If yours is missing, [create a template](/tutorials/first-device.md#a-device-that-is-not-in-the-library)`,
    'from the table in its manual, or [import](/how-to/imports.md) the definitions of another program.',
    '',
    'The maps come from documents of the manufacturers and from published drivers, named on each page, and are compared with a second source where one',
    'exists ([how](/decisions/0079-device-library.md)). This project has not tested them on real devices: check the values of a new device before you rely on them.',
  )

/** Lists of all families, and of each device type. */
export const deviceIndexPages = (): [place: string, text: string][] => [
  ['reference/devices/index.md', allPage()],
  ...templateKinds.map((kind): [string, string] => [
    `reference/devices/kind-${kind}.md`,
    listOf(
      families().filter((one) => one.kind === kind),
      `# ${kindNames[kind]}`,
    ),
  ]),
]
