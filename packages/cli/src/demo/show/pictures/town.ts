import { Sketch } from '@busbar/console/pictures'
import type { DemoParams } from '../../params.ts'

type Feeder = readonly [name: string, symbol: string, param: string, leadsTo?: string]

const feeders: readonly Feeder[] = [
  ['Pumping station 1', 'pump', 'pumping-station-1/2/P_total', 'Pumping station 1'],
  ['Pumping station 2', 'pump', 'pumping-station-2/2/P_total'],
  ['School 1', 'houseSupply', 'school-1/1/P_total', 'School 1'],
  ['School 2', 'houseSupply', 'school-2/1/P_total'],
  ['House 1', 'houseSupply', 'house-1/1/P_total'],
  ['House 2', 'houseSupply', 'house-2/1/P_total'],
  ['Solar field 1', 'pvField', 'solar-field-1/2/P_total', 'Solar field 1'],
]
const [left, step] = [88, 160]

/** The town's supply as one line: from the grid over the busbar to each site, which leads to its picture. */
export const drawTown = (params: DemoParams, ids: ReadonlyMap<string, number>): Sketch => {
  const sketch = new Sketch(left + feeders.length * step + 40, 640)
  const middle = left + (feeders.length * step) / 2
  sketch.text('One-line of the town', 40, 24, 'title')
  const grid = sketch.symbol('grid', 'grid', middle - 32, 72, 64, { name: 'Grid' })
  const transformer = sketch.symbol('transformer', 'transformer', middle - 32, 160, 64, { name: 'Transformer' })
  sketch.pipe('wire', [grid, 0], [transformer, 0])
  sketch.line('wire', [
    [middle, 224],
    [middle, 264],
  ])
  sketch.line('bus', [
    [left - 24, 264],
    [left + feeders.length * step - 40, 264],
  ])
  feeders.forEach(([name, symbol, place, leadsTo], i) => {
    const x = left + i * step
    const no = i + 1
    const visId = leadsTo === undefined ? undefined : ids.get(leadsTo)
    const shown = { param: params.id(place), format: { decimals: 0 } }
    sketch.line('wire', [
      [x + 32, 264],
      [x + 32, 296],
    ])
    const breaker = sketch.symbol('breaker', `breaker${no}`, x + 8, 296, 48, { name: `Breaker ${no}` })
    const meter = sketch.symbol('energyMeter', `meter${no}`, x + 8, 368, 48, { name: `Meter ${no}` })
    sketch.pipe('wire', [breaker, 1], [meter, 0])
    sketch.line('wire', [
      [x + 32, 416],
      [x + 32, 456],
    ])
    sketch.symbol(symbol, `site${no}`, x, 448, 64, { name, ...(visId !== undefined && { go: { visId } }) })
    sketch.text(name, x - 16, 520)
    sketch.value('Power', `power${no}`, x - 16, 552, shown)
  })
  return sketch
}
