import type { PictureModel } from './diagram-model.ts'
import { limitsAt, runsAt, Sketch } from './sketch.ts'

/** Properties of a parameter that determine its element. */
export interface DeviceParam {
  id: number
  name: string
  label?: string | undefined
  unitName?: string | undefined
  valueType: string
  isTracked: boolean
  /** Set if values can be written to it. */
  isWritable: boolean
  /** How many states have names; 0 for a number. */
  statesCount: number
}

/** Symbols by the labels of a device's parameters: the first with all labels matches. */
const kinds: readonly (readonly [symbol: string, ...labels: string[]])[] = [
  ['pump', 'flow', 'pressure'],
  ['hybridInverter', 'soc', 'P_pv'],
  ['hybridInverter', 'soc', 'U_pv1'],
  ['hybridInverter', 'soc', 'P_pv1'],
  ['hybridInverter', 'soc', 'P_dc'],
  ['inverter', 'U_dc', 'I_dc'],
  ['inverter', 'U_pv1'],
  ['inverter', 'P_dc'],
  ['battery', 'soc', 'P_bat'],
  ['battery', 'soc', 'U_bat'],
  ['genset', 'T_coolant'],
  ['genset', 'U_starter', 'starts'],
  ['drive', 'F', 'U_dc'],
  ['drive', 'F', 'drive_load'],
  ['heatPump', 'T_tank', 'T_water'],
  ['tank', 'level', 'remaining'],
  ['weatherStation', 'irradiance'],
  ['thermostat', 'setpoint'],
  ['breaker', 'closed', 'trip'],
  ['streetLamp', 'sunrise', 'relay'],
  ['energyMeter', 'U1', 'P_total'],
  ['evCharger', 'E_session'],
  ['evCharger', 't_charge'],
  ['evCharger', 'I_limit', 'I1'],
  ['evCharger', 'vehicle'],
  ['energyMeter', 'U', 'P'],
  ['energyMeter', 'E_imp'],
]
/** Labels of parameters that report running and fault states, best first. */
const runLabels = ['running', 'closed', 'relay', 'heater', 'enable']
const faultLabels = ['alarm', 'over_limit', 'high', 'fault', 'storm']
/** How it speaks on its line is no matter of a picture. */
const ownAffairs = new Set([
  'unit_id',
  'baud',
  'serial',
  'firmware',
  'bit_rate',
  'byte_format',
  'ascii',
  'type',
  'version',
])

const [columns, valuesMax, controlsMax] = [4, 16, 6]
const [stepX, stepY, left, top] = [168, 56, 200, 96]
/** Maximum length of labels on values and controls. */
const [labelChars, controlChars] = [22, 19]
const controlsPerRow = 5

const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`

/** Creates a diagram of a device: its symbol with state, measurements and setpoints. */
export const pictureOfDevice = (name: string, all: readonly DeviceParam[]): PictureModel => {
  const params = all.filter(({ label = '' }) => !ownAffairs.has(label))
  const byLabel = new Map(params.flatMap((param) => (param.label === undefined ? [] : [[param.label, param] as const])))
  const first = (labels: readonly string[]): DeviceParam | undefined =>
    labels.map((label) => byLabel.get(label)).find((param) => param?.isTracked === true)
  const symbol = kinds.find(([, ...labels]) => labels.every((label) => byLabel.has(label)))?.[0] ?? 'controller'
  const [run, fault] = [first(runLabels), first(faultLabels)]
  const values = params
    .filter(({ isTracked, unitName, isWritable }) => isTracked && unitName !== undefined && !isWritable)
    .slice(0, valuesMax)
  const controls = params
    .filter(({ isWritable, statesCount, unitName }) => isWritable && (statesCount === 2 || unitName !== undefined))
    .slice(0, controlsMax)
  const rows = Math.max(2, Math.ceil(values.length / columns))
  const sketch = new Sketch(
    left + columns * stepX + 24,
    top + rows * stepY + (controls.length > 0 ? 72 + Math.ceil(controls.length / controlsPerRow) * 48 : 32),
  )
  sketch.text(name, 40, 32, 'title')
  if (fault !== undefined) sketch.watch('fault', { param: fault.id })
  sketch.symbol(symbol, 'device', 56, top, 96, { name }, stateOf(run, fault))
  values.forEach(({ id, name: label, label: code }, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    sketch.value(
      shortened(label, labelChars),
      code ?? 'value',
      left + column * stepX,
      top + row * stepY,
      { param: id },
      152,
    )
  })
  controls.forEach(({ id, name: text, statesCount }, i) => {
    const kind = statesCount === 2 ? ('switch' as const) : ('setPoint' as const)
    const [column, row] = [i % controlsPerRow, Math.floor(i / controlsPerRow)]
    const box = { x: 40 + column * stepX, y: top + rows * stepY + 24 + row * 48, width: 160, height: 40 }
    sketch.put(
      'control',
      { kind: 'control', text: shortened(text, controlChars), ...box },
      { name: text, control: { kind, paramId: id } },
    )
  })
  return sketch.model
}

const stateOf = (run: DeviceParam | undefined, fault: DeviceParam | undefined) => {
  if (run !== undefined) return { param: run.id, rules: runsAt(1, fault && 'fault') }
  return fault === undefined ? undefined : { param: fault.id, rules: limitsAt(1, 1) }
}
