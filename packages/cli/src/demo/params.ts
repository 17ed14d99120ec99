import { type Api, expectOk } from './api.ts'

/** A tracked parameter and where it is: on which site, at which unit, under which label. */
export interface DemoParam {
  id: number
  site: string
  unit: number
  label: string
}

/** The parameters of the demo by their path. */
export class DemoParams {
  readonly all: readonly DemoParam[]
  readonly #ids: ReadonlyMap<string, number>

  constructor(all: readonly DemoParam[]) {
    this.all = all
    this.#ids = new Map(all.map(({ site, unit, label, id }) => [`${site}/${unit}/${label}`, id]))
  }

  /** Returns the ID of a parameter such as `workshop/1/U1`. */
  id(place: string): number {
    const id = this.#ids.get(place)
    if (id === undefined) throw new Error(`the demo has no parameter ${place}`)
    return id
  }
}

export const readParams = async (api: Api, nets: ReadonlyMap<string, number>): Promise<DemoParams> => {
  const all: DemoParam[] = []
  for (const [site, netId] of nets) {
    for (const { id: deviceId, modbusUnitId: unit } of expectOk(await api.nets.devices({ netId }))) {
      for (const { id, label } of expectOk(await api.devices.trackedParams({ deviceId }))) {
        if (label !== undefined) all.push({ id, site, unit, label })
      }
    }
  }
  return new DemoParams(all)
}
