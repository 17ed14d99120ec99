import { limitsAt, runsAt, Sketch } from '@busbar/diagrams/sketch'
import type { DemoParams } from '../../params.ts'

const site = 'school-1'

/** The plan of a school: two wings with their heating, the kitchen, the yard and the roof. */
export const drawBuilding = (params: DemoParams): Sketch => {
  const id = (unit: number, label: string): number => params.id(`${site}/${unit}/${label}`)
  const sketch = new Sketch(1120, 640)
  sketch.text('School 1', 40, 24, 'title')
  const room = (name: string, x: number, y: number, width: number, height: number): void => {
    sketch.put('room', { kind: 'rect', look: 'wall', x, y, width, height })
    sketch.text(name, x + 16, y + 8)
  }
  for (const [i, [name, unit, x]] of (
    [
      ['West wing', 4, 64],
      ['East wing', 3, 600],
    ] as const
  ).entries()) {
    room(name, x, 80, 320, 264)
    const no = i + 1
    const high = sketch.watch(`high${no}`, { param: id(unit, 'high') })
    const heating = { param: id(unit, 'heater'), rules: runsAt(1, high) }
    sketch.symbol('radiator', `heating${no}`, x + 32, 136, 64, { name: `Heating, ${name.toLowerCase()}` }, heating)
    sketch.symbol(
      'door',
      `door${no}`,
      x + 136,
      296,
      48,
      { name: `Door, ${name.toLowerCase()}` },
      {
        param: id(unit, 'door'),
        rules: runsAt(1),
      },
    )
    sketch.value('Room', `room${no}t`, x + 128, 136, {
      param: id(unit, 'T'),
      format: { decimals: 1 },
      rules: limitsAt(26, 30),
    })
    sketch.put(
      `set${no}`,
      { kind: 'control', text: 'Set point', x: x + 128, y: 192, width: 112, height: 40 },
      {
        name: `Set point, ${name.toLowerCase()}`,
        control: { kind: 'setPoint', paramId: id(unit, 'setpoint'), min: 5, max: 28 },
      },
    )
  }
  room('Kitchen', 384, 80, 216, 264)
  sketch.symbol('machine', 'kitchen', 416, 136, 64, { name: 'Kitchen' })
  sketch.value('Power', 'kitchenPower', 416, 216, { param: id(2, 'P'), format: { decimals: 0 } })
  room('Yard', 64, 400, 320, 192)
  const lights = { param: id(5, 'relay'), rules: runsAt(1) }
  for (const [i, x] of [104, 200, 296].entries()) {
    sketch.symbol('streetLamp', `lamp${i + 1}`, x, 448, 64, { name: `Yard light ${i + 1}` }, lights)
  }
  sketch.symbol('pvPanel', 'roof', 632, 400, 80, { name: 'Roof solar' }, { param: id(6, 'enable'), rules: runsAt(1) })
  sketch.value('Roof solar', 'solar', 728, 416, { param: id(6, 'P'), format: { decimals: 0 } })
  sketch.symbol('energyMeter', 'meter', 632, 504, 80, { name: 'Main meter' })
  sketch.value('From the grid', 'mains', 728, 520, { param: id(1, 'P_total'), format: { decimals: 0 } })
  return sketch
}
