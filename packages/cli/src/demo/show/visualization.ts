import { type Sketch, savedOf } from '@busbar/console/pictures'
import { type Api, expectOk } from '../api.ts'
import type { DemoParams } from '../params.ts'
import { drawBuilding } from './pictures/building.ts'
import { drawPumpingStation } from './pictures/pumping-station.ts'
import { drawSolarField } from './pictures/solar-field.ts'
import { drawTown } from './pictures/town.ts'

/** A picture that leads to others is drawn after them. */
const pictures: readonly (readonly [
  name: string,
  group: string,
  draw: (params: DemoParams, ids: ReadonlyMap<string, number>) => Sketch,
])[] = [
  ['Pumping station 1', 'Town', drawPumpingStation],
  ['Solar field 1', 'Town', drawSolarField],
  ['School 1', 'Town', drawBuilding],
  ['One-line of the town', 'Town', drawTown],
]

/** Pictures as an editor would draw them: a pumping station, a solar field, a building, and the town above them. */
export const showVisualization = async (api: Api, orgId: number, params: DemoParams): Promise<void> => {
  const ids = new Map(expectOk(await api.visualizations.list({ orgId })).map(({ id, name }) => [name, id]))
  for (const [name, group, draw] of pictures) {
    if (ids.has(name)) continue
    const { kind, ...drawn } = savedOf(draw(params, ids).model, new Map(), { items: [] })
    const { id } = expectOk(await api.visualizations.create({ orgId, name, group, kind, ...drawn, updatePeriodSec: 5 }))
    ids.set(name, id)
  }
}
