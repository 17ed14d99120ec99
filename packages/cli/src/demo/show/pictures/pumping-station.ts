import { fillsTo, flowsTo, limitsAt, runsAt, Sketch } from '@busbar/diagrams/sketch'
import type { DemoParams } from '../../params.ts'

const site = 'pumping-station-1'
const flowMost = 100
const pressureMost = 6

/** Two pumps side by side, from the wells to the town, with what drives and protects them. */
export const drawPumpingStation = (params: DemoParams): Sketch => {
  const id = (unit: number, label: string): number => params.id(`${site}/${unit}/${label}`)
  const sketch = new Sketch(1280, 560)
  sketch.text('Pumping station 1', 40, 24, 'title')
  sketch.symbol('openTank', 'wells', 56, 232, 112, { name: 'Wet well' })
  sketch.text('Wet well', 80, 352)
  sketch.symbol(
    'vessel',
    'mains',
    1000,
    232,
    112,
    { name: 'Pressure in the mains' },
    {
      param: id(3, 'pressure'),
      rules: fillsTo(pressureMost),
    },
  )
  for (const [no, unit, y] of [
    [1, 3, 144],
    [2, 4, 368],
  ] as const) {
    const trip = sketch.watch(`alarm${no}`, { param: id(unit, 'alarm') })
    const name = `Pump ${no}`
    const pump = sketch.symbol(
      'pump',
      `pump${no}`,
      320,
      y,
      72,
      { name },
      { param: id(unit, 'running'), rules: runsAt(1, trip) },
    )
    const check = sketch.symbol('checkValve', `check${no}`, 472, y + 12, 48, { name: `Check valve ${no}` })
    const valve = sketch.symbol('motorValve', `valve${no}`, 592, y + 12, 48, { name: `Valve ${no}` })
    const flow = { param: id(unit, 'flow'), rules: flowsTo(flowMost) }
    sketch.pipe('pipe', ['wells', 1], [pump, 0], flow)
    sketch.pipe('pipe', [pump, 1], [check, 0], flow)
    sketch.pipe('pipe', [check, 1], [valve, 0], flow)
    sketch.pipe('pipe', [valve, 1], ['mains', 0], flow)
    sketch.text(name, 320, y - 32)
    sketch.value('Flow', `flow${no}`, 432, y + 80, { param: id(unit, 'flow'), format: { decimals: 1 } })
    sketch.value('Pressure', `pressure${no}`, 552, y + 80, { param: id(unit, 'pressure'), format: { decimals: 2 } })
    sketch.value('Motor', `motor${no}`, 312, y + 80, {
      param: id(unit, 'T_motor'),
      format: { decimals: 1 },
      rules: limitsAt(80, 95),
    })
    sketch.put(
      `speed${no}`,
      { kind: 'control', text: 'Speed', x: 672, y: y + 80, width: 72, height: 40 },
      {
        name: `Speed of pump ${no}`,
        control: { kind: 'setPoint', paramId: id(unit, 'speed'), min: 30, max: 100 },
      },
    )
    sketch.put(
      `run${no}`,
      { kind: 'control', text: 'Run', x: 752, y: y + 80, width: 56, height: 40 },
      {
        name: `Pump ${no}: run`,
        control: { kind: 'switch', paramId: id(unit, 'run'), on: '1', off: '0' },
      },
    )
  }
  const flows = [3, 4].map((unit) => `#${id(unit, 'flow')}`)
  sketch.value('To the town, m³/h', 'total', 1136, 184, { formula: flows.join(' + '), format: { decimals: 1 } }, 128)
  sketch.value('Electric power', 'power', 1136, 232, { param: id(2, 'P_total'), format: { decimals: 0 } }, 128)
  sketch.line(
    'pipe',
    [
      [1112, 288],
      [1128, 288],
      [1128, 360],
      [1272, 360],
    ],
    { formula: flows.join(' + '), rules: flowsTo(2 * flowMost) },
  )
  return sketch
}
