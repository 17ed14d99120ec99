import type { ServedSite } from '@busbar/simulator'
import { type DeviceTemplate, templates } from '@busbar/templates'
import { type AnswerOf, type Api, expectOk } from '../api.ts'
import { makeDevices } from '../networks.ts'
import type { DemoParam } from '../params.ts'

/** More than a person watches at once. */
const updatePeriodSec = 120

type Param = AnswerOf<Api['devices']['params']>[number]

/** A unit of a family, as the service stores it. */
export interface Unit {
  deviceId: number
  name: string
  /** The name of its network. */
  site: string
  templateId: number
  template: DeviceTemplate
  params: ReadonlyMap<string, Param>
  tracked: readonly DemoParam[]
}

/** Creates a device for each unit from its template, unless it exists. */
export const makeUnits = async (
  api: Api,
  nets: ReadonlyMap<string, number>,
  sites: readonly ServedSite[],
  signal: AbortSignal,
): Promise<Unit[]> => {
  const units: Unit[] = []
  for (const { site } of sites) {
    const netId = nets.get(site.id) ?? 0
    await makeDevices(api, netId, site, updatePeriodSec)
    const skus = new Map(site.description.devices.map(({ unit, sku }) => [unit, sku]))
    for (const { id: deviceId, name, modbusUnitId: unit } of expectOk(await api.nets.devices({ netId }))) {
      const sku = skus.get(unit) ?? ''
      const template = templates().get(sku)
      if (template === undefined || signal.aborted) continue
      const { id: templateId } = expectOk(await api.templates.idBySku({ sku }))
      const all = expectOk(await api.devices.params({ deviceId }))
      const params = new Map(all.flatMap((param) => (param.label === undefined ? [] : [[param.label, param] as const])))
      const tracked = [...params].flatMap(([label, { id, isTracked }]) =>
        isTracked ? [{ id, site: site.id, unit, label }] : [],
      )
      units.push({ deviceId, name, site: site.description.name, templateId, template, params, tracked })
    }
  }
  return units
}
