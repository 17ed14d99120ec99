import type { QuietTimes } from '@busbar/alerts/model'
import { at, lookUp } from '@busbar/kit'
import { quietTimesOf } from '../../alerting/alerts.rules.ts'
import { netErrors } from '../../devices/nets/nets.rules.ts'
import { paramsPerDeviceMax } from '../../devices/params/new-params.rules.ts'
import { newSettings, type ParamSettings, settingsProblem } from '../../devices/params/settings.rules.ts'
import { shippedOrgId, type TemplateFields } from '../../devices/templates/templates.sql.ts'
import { freeSlug } from '../../fields/slugs.rules.ts'
import type { Part } from '../transfer.contract.ts'
import { documentError } from './document-errors.ts'
import { movedFormula } from './param-ids.rules.ts'

export interface TemplateName {
  id: number
  orgId: number
  name: string
  manufacturer: string
  version: string
}

type Ids = ReadonlyMap<number, number>
export type NewTemplate = TemplateFields & { id: number }
export type NewNet = Omit<Part['networks'][number], 'mac' | 'link' | 'quiet'>
export type LinkChange = Part['networks'][number]['link'] & { id: number }
export type NewQuiet = QuietTimes & { netId: number }
export type NewDevice = Omit<Part['devices'][number], 'shippedTemplate' | 'templateId'> & {
  templateOrgId: number | null
  templateId: number | null
}
export type NewParam = ParamSettings & {
  id: number
  deviceId: number
  keepDays: number | null
  exchanges: readonly object[]
  isKey: boolean
}

/** Ids of the document with the new ones: those of this part, and those of parts before it. */
export interface ImportIds {
  templates: Ids
  networks: Ids
  devices: Ids
}

/** Gives new ids to what a list of the document holds, and refuses an id that is there twice. */
export const pairIds = (
  where: string,
  items: readonly { id: number }[],
  newIds: readonly number[],
  knownIds: Readonly<Record<string, number>> = {},
): Map<number, number> => {
  const pairs = new Map(Object.entries(knownIds).map(([id, newId]) => [Number(id), newId]))
  for (const [index, { id }] of items.entries()) {
    if (pairs.has(id)) throw documentError(`${where}.${index}.id`, `${id} is there twice`)
    pairs.set(id, at(newIds, index))
  }
  return pairs
}

/** No object has this ID. A reference to what is not in the document becomes it, and the check of references refuses it as unknown. */
const unknownId = 0

/** The new ID of an object that the document refers to. */
export const referencedId = (ids: Ids, id: number): number => ids.get(id) ?? unknownId

/** A template whose name is taken, by one with other content, gets a number behind it. */
export const planTemplate = (
  template: TemplateFields,
  id: number,
  isTaken: (name: TemplateFields) => boolean,
): NewTemplate => {
  if (!isTaken(template)) return { ...template, id }
  for (let number = 2; ; number += 1) {
    const numbered = { ...template, name: `${template.name.slice(0, 190)} (${number})` }
    if (!isTaken(numbered)) return { ...numbered, id }
  }
}

/** Networks come without their gateway: a MAC proves nothing, a code does. */
export const planNets = (nets: Part['networks'], { networks }: ImportIds, taken: ReadonlySet<string>): NewNet[] => {
  const slugs = uniqueSlugs((index) => `networks.${index}`, nets, taken)
  return nets.map(({ mac: _mac, link: _link, quiet: _quiet, ip, port = 502, ...net }, index) => {
    const address = ip === undefined ? {} : { ip, port }
    const connection = ip === undefined ? {} : { connection: { kind: 'direct' as const, ip, port } }
    const [error] = Object.entries(netErrors({ ...net, ...connection }))
    if (error !== undefined) throw documentError(`networks.${index}.${error[0].replace('connection.', '')}`, error[1])
    if ((net.latitude === undefined) !== (net.longitude === undefined)) {
      throw documentError(`networks.${index}.latitude`, 'must be there with longitude, and only then')
    }
    if ((net.disabledOn === undefined) !== (net.disabledBy === undefined)) {
      throw documentError(`networks.${index}.disabledBy`, 'must be there with disabledOn, and only then')
    }
    return { ...net, ...address, id: lookUp(networks, net.id), slug: slugs[index] ?? net.slug }
  })
}

/** How the cloud talks with networks, and when alerts of what is behind them are quiet. */
export const planNetSettings = (
  nets: Part['networks'],
  { networks }: ImportIds,
): { links: LinkChange[]; quiet: NewQuiet[] } => ({
  links: nets.map(({ id, link }) => ({ ...link, id: lookUp(networks, id) })),
  quiet: nets
    .map(({ id, quiet }) => ({ ...quietTimesOf(quiet), netId: lookUp(networks, id) }))
    .filter(({ activeHours, windows }) => activeHours !== null || windows.length > 0),
})

/** `shipped`: the templates of this installation; those of the document belong to the organization `orgId`. */
export const planDevices = (
  devices: Part['devices'],
  ids: ImportIds,
  orgId: number,
  shipped: readonly TemplateName[],
  taken: ReadonlySet<string>,
): NewDevice[] => {
  const shippedIds = new Map(shipped.map((template) => [nameOf(template), template.id]))
  const slugs = uniqueSlugs((index) => `devices.${index}`, devices, taken)
  return devices.map(({ shippedTemplate, templateId, ...device }, index) => {
    const netId = ids.networks.get(device.netId)
    if (netId === undefined)
      throw documentError(`devices.${index}.netId`, `no network of the document is ${device.netId}`)
    const own = templateId === undefined ? undefined : ids.templates.get(templateId)
    if (templateId !== undefined && own === undefined) {
      throw documentError(`devices.${index}.templateId`, `no template of the document is ${templateId}`)
    }
    const shippedId = shippedTemplate && shippedIds.get(nameOf(shippedTemplate))
    const template =
      own === undefined
        ? { templateOrgId: shippedId === undefined ? null : shippedOrgId, templateId: shippedId ?? null }
        : { templateOrgId: orgId, templateId: own }
    return { ...device, ...template, id: lookUp(ids.devices, device.id), netId, slug: slugs[index] ?? device.slug }
  })
}

/** `taken`: slugs of parameters that are there already, by device. */
export const planParams = (
  params: Part['params'],
  newIds: Ids,
  { devices }: ImportIds,
  goneIds: Ids,
  taken: ReadonlyMap<number, ReadonlySet<string>>,
): NewParam[] => {
  const planned: NewParam[] = []
  for (const [documentId, group] of Map.groupBy(params.entries(), ([, { deviceId }]) => deviceId)) {
    const deviceId = devices.get(documentId)
    const [first = 0] = group[0] ?? []
    if (deviceId === undefined)
      throw documentError(`params.${first}.deviceId`, `no device of the document is ${documentId}`)
    const takenSlugs = taken.get(deviceId) ?? new Set<string>()
    if (takenSlugs.size + group.length > paramsPerDeviceMax) {
      throw documentError(`params.${first}.deviceId`, `a device has at most ${paramsPerDeviceMax} parameters`)
    }
    const items = group.map(([, param]) => param)
    const slugs = uniqueSlugs((place) => `params.${group[place]?.[0]}`, items, takenSlugs)
    for (const [
      place,
      [index, { id, deviceId: _documentId, keepDays = null, exchanges = [], isKey = false, ...fields }],
    ] of group.entries()) {
      const slug = slugs[place] ?? fields.slug
      const formula =
        fields.formula && movedFormula(`params.${index}.formula`, fields.formula, { existing: newIds, gone: goneIds })
      const settings = newSettings({ ...fields, formula, slug }, slug)
      const problem = settingsProblem(settings)
      if (problem !== null) throw documentError(`params.${index}`, problem)
      planned.push({ ...settings, id: lookUp(newIds, id), deviceId, keepDays, exchanges, isKey })
    }
  }
  return planned
}

/** Notes on parts that could not be imported, with their position. */
export const notesOf = (
  networks: Part['networks'],
  devices: Part['devices'],
  planned: readonly NewDevice[],
): string[] => [
  ...networks.flatMap(({ mac }, index) =>
    mac === undefined ? [] : [`networks.${index}.mac: bind the gateway ${mac} with its code.`],
  ),
  ...devices.flatMap(({ shippedTemplate }, index) =>
    shippedTemplate === undefined || planned[index]?.templateId !== null
      ? []
      : [`devices.${index}.shippedTemplate: this installation does not have it.`],
  ),
]

export const nameOf = ({ name, manufacturer, version }: Omit<TemplateName, 'id' | 'orgId'>): string =>
  JSON.stringify([name, manufacturer, version])

/** Every slug as it is where it is free, otherwise with a number that is free here and there. */
export const uniqueSlugs = (
  where: (index: number) => string,
  items: readonly { slug: string }[],
  taken: ReadonlySet<string>,
): string[] => {
  const used = new Set<string>()
  for (const [index, { slug }] of items.entries()) {
    if (used.has(slug)) throw documentError(`${where(index)}.slug`, `${slug} is there twice`)
    used.add(slug)
  }
  return items.map(({ slug }) => {
    if (!taken.has(slug)) return slug
    const free = freeSlug(slug, (one) => taken.has(one) || used.has(one))
    used.add(free)
    return free
  })
}
