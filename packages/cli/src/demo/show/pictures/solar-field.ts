import { limitsAt, runsAt, Sketch } from '@busbar/diagrams/sketch'
import type { DemoParams } from '../../params.ts'

const site = 'solar-field-1'

/** Three inverters, from the panels to the meter, and the weather above them. */
export const drawSolarField = (params: DemoParams): Sketch => {
  const id = (unit: number, label: string): number => params.id(`${site}/${unit}/${label}`)
  const sketch = new Sketch(1120, 640)
  sketch.text('Solar field 1', 40, 24, 'title')
  sketch.symbol('weatherStation', 'weather', 48, 96, 72, { name: 'Weather mast' })
  sketch.value('Irradiance', 'irradiance', 136, 96, { param: id(6, 'irradiance'), format: { decimals: 0 } })
  sketch.value('Air', 'air', 136, 144, { param: id(6, 'T'), format: { decimals: 1 } })
  sketch.value('Wind', 'wind', 136, 192, { param: id(6, 'wind'), format: { decimals: 1 }, rules: limitsAt(17, 25) })
  sketch.line('bus', [
    [328, 496],
    [1000, 496],
  ])
  const shown = [3, 4, 5].map((unit, i) => {
    const x = 352 + i * 232
    const name = `Inverter ${i + 1}`
    const fault = sketch.watch(`alarm${i + 1}`, { param: id(unit, 'alarm') })
    const panels = sketch.symbol('pvField', `panels${i + 1}`, x, 104, 80, { name: `Panels ${i + 1}` })
    const inverter = sketch.symbol(
      'inverter',
      `inverter${i + 1}`,
      x + 4,
      272,
      72,
      { name },
      {
        param: id(unit, 'enable'),
        rules: runsAt(1, fault),
      },
    )
    sketch.pipe('wire', [panels, 0], [inverter, 0])
    sketch.line('wire', [
      [x + 40, 344],
      [x + 40, 496],
    ])
    sketch.text(name, x + 88, 272)
    sketch.value('Output', `power${i + 1}`, x + 88, 304, { param: id(unit, 'P'), format: { decimals: 0 } })
    sketch.value('Panels', `dc${i + 1}`, x + 88, 120, { param: id(unit, 'U_dc'), format: { decimals: 0 } })
    sketch.value('Inside', `heat${i + 1}`, x + 88, 352, {
      param: id(unit, 'T'),
      format: { decimals: 1 },
      rules: limitsAt(70, 85),
    })
    return `#${id(unit, 'P')}`
  })
  sketch.symbol('energyMeter', 'meter', 48, 472, 72, { name: 'Site meter' })
  sketch.symbol('grid', 'grid', 48, 352, 72, { name: 'Grid' })
  sketch.pipe('wire', ['grid', 0], ['meter', 0])
  sketch.line('wire', [
    [84, 544],
    [84, 568],
    [328, 568],
    [328, 496],
  ])
  sketch.value('Site uses', 'siteUses', 136, 432, { param: id(2, 'P_total'), format: { decimals: 0 } })
  sketch.value('Inverters, W', 'sum', 136, 480, { formula: shown.join(' + '), format: { decimals: 0 } })
  return sketch
}
