import { Refusal } from '@busbar/wire/server'
import { assignSlugs } from '../fields/assign-slugs.rules.ts'
import { newBusSettings } from './device.fields.ts'
import type { NewDevice } from './devices.contract.ts'
import type { DeviceToInsert, UsedTemplate } from './devices.sql.ts'
import { newParams } from './params/new-params.rules.ts'
import type { ParamSettings } from './params/settings.rules.ts'

const paramsPerRequestMax = 20_000

/** A device as it is stored, with its parameters: those of its template first. */
export interface PlannedDevice {
  device: DeviceToInsert
  params: ParamSettings[]
}

/** Plans devices from what was asked, the templates that may be used, and the slugs that are gone; or refuses. */
export const planDevices = (
  wanted: readonly NewDevice[],
  templates: readonly UsedTemplate[],
  taken: readonly string[],
): PlannedDevice[] => {
  const byId = new Map(templates.map((template) => [template.id, template]))
  const assigned = assignSlugs(wanted, taken)
  if ('takenAt' in assigned) throw new Refusal('IncorrectRequest', `body.devices.${assigned.takenAt}.slug: is taken`)
  const planned = wanted.map((one, index) => {
    const template = one.templateId === undefined ? null : byId.get(one.templateId)
    if (template === undefined) throw new Refusal('ObjectNotFound')
    const fields = [...(template?.paramTemplates ?? []), ...(one.params ?? [])]
    return {
      device: deviceOf(one, template, assigned.slugs[index] ?? ''),
      params: newParams(`body.devices.${index}.params`, fields, []),
    }
  })
  const paramCount = planned.reduce((sum, { params }) => sum + params.length, 0)
  if (paramCount > paramsPerRequestMax) {
    throw new Refusal('IncorrectRequest', `body.devices: at most ${paramsPerRequestMax} parameters in one request`)
  }
  return planned
}

const deviceOf = (wanted: NewDevice, template: UsedTemplate | null, slug: string): DeviceToInsert => ({
  name: wanted.name,
  description: wanted.description ?? null,
  slug,
  modbusUnitId: wanted.modbusUnitId,
  ...newBusSettings(wanted, template ?? {}),
  templateOrgId: template?.orgId ?? null,
  templateId: template?.id ?? null,
})
