import type { ParamTemplate } from '@busbar/templates'
import { mix, noise } from '../../random.ts'
import { hourMs } from '../processes/clock.ts'
import type { QuantityOf } from './electric.ts'
import type { UnitTraits } from './unit.ts'

type ValueBand = readonly [middle: number, around: number]
type BandRow = readonly [labels: RegExp, middle: number, around: number]

/** Usual values by unit of measure and the meaning of a label. */
const usual: Readonly<Record<string, readonly BandRow[]>> = {
  '°C': [
    [/^T_coolant$/, 82, 2],
    [/^T_oil$/, 88, 3],
    [/^T_exhaust$/, 380, 15],
    [/^T_winding$/, 74, 3],
    [/^(T_sink|T_dc)$/, 42, 4],
    [/^T_motor$/, 55, 3],
    [/^SP_water$/, 50, 0],
    [/^(T_tank|T_water)$/, 49, 2],
    [/^T_water_low$/, 44, 2],
    [/^T_flow$/, 38, 2],
    [/^T_return$/, 33, 2],
    [/^(T_out|T_source|T_dew)$/, 8, 3],
    [/_shift\d?$/, 0, 0],
    [/^(hysteresis|diff)$/, 2, 0],
    [/^SP/, 24, 0],
    [/^T_max$/, 400, 0],
    [/^(T_min|AL\d?_low)$/, 0, 0],
    [/^AL\d?_high$/, 60, 0],
    [/./, 24, 2],
  ],
  Hz: [
    [/^(F_max|F_top)$/, 50, 0],
    [/^F_min$/, 0, 0],
    [/^F_set$/, 42, 0],
    [/./, 42, 0.3],
  ],
  A: [
    [/^I_safe|^I_min$/, 6, 0],
    [/^(I_limit|I_max)$/, 16, 0],
    [/^I_rated$/, 32, 0],
    [/./, 6, 1],
  ],
  V: [
    [/^AI/, 5, 2],
    [/^U_high$/, 300, 0],
    [/^U_low$/, 7, 0],
    [/./, 230, 2],
  ],
  '%': [
    [/^(soh|efficiency)$/, 97, 0.5],
    [/^(soc_max|P_limit|I_limit)$/, 100, 0],
    [/^soc_min$/, 10, 0],
    [/^THD/, 2.1, 0.4],
    [/^(fuel|level)$/, 68, 4],
    [/^RH_shift$/, 0, 0],
    [/^RH$/, 46, 5],
    [/^reference|^F_|^speed/, 84, 0],
    [/./, 45, 8],
  ],
  kPa: [[/^p_oil$/, 410, 15]],
  s: [
    [/^(t_up|t_down)$/, 10, 0],
    [/^time_to_go$/, 36_000, 0],
    [/^t_safe$/, 60, 0],
    [/./, 120, 0],
  ],
  rpm: [[/./, 1480, 5]],
  mA: [[/./, 12, 4]],
  MΩ: [[/./, 3.2, 0.2]],
  kΩ: [[/./, 3200, 100]],
  kHz: [[/./, 4, 0]],
  hPa: [[/./, 1013, 8]],
  ppm: [[/./, 620, 120]],
  ppb: [[/./, 180, 60]],
  lx: [[/./, 300, 150]],
  dB: [[/./, 42, 5]],
  'g/m³': [[/./, 9, 1]],
  'm/s': [[/./, 4, 3]],
  '°': [[/./, 210, 60]],
  'mm/h': [[/./, 0, 0]],
  'W/m²': [[/./, 240, 200]],
  Nm: [[/./, 8, 0.5]],
  kW: [[/^P_rated$/, 4, 0]],
  W: [[/^P_limit$/, 5000, 0]],
  Ah: [[/./, -40, 8]],
  h: [[/./, 6, 0]],
  min: [[/./, 30, 0]],
  'bit/s': [[/./, 9600, 0]],
  'm³': [
    [/^volume$/, 2, 0],
    [/^remaining$/, 1.36, 0.08],
  ],
}

/** In refrigeration, its own temperatures have priority. */
const refrigeration: readonly BandRow[] = [
  [/^(SP|SP_now)$/, 3, 0],
  [/^SP_min$/, 0, 0],
  [/^(SP_max|AL_high|d_end)$/, 8, 0],
  [/^AL_low$/, -2, 0],
  [/^(T|T1|T_air|T_haccp|S3|S4)$/, 3, 0.8],
  [/^(T2|T3|S5)$/, -2, 1],
]

/** Plain numbers: codes of nothing wrong, settings, what the makers call versions. */
const plain: readonly BandRow[] = [
  [/^(unit_id|sequence)$/, 1, 0],
  [/^(type|version|firmware)$/, 2, 0],
  [/^phases$/, 3, 0],
  [/^PB$/, 20, 0],
]

/** A drive shows the values of its motor, which turns at less than the mains frequency. */
const drive: Readonly<Record<string, ValueBand>> = {
  F: [42, 0.3],
  U: [330, 2],
  I: [3.1, 0.1],
  U_dc: [560, 3],
  F_out: [42, 0.3],
}
const direct: Readonly<Record<string, ValueBand>> = { U: [48, 0.4], I: [12, 0], P: [576, 5] }
const sensor: Readonly<Record<string, ValueBand>> = { U: [3.1, 0.1] }

/** Returns a value of the device type, which has priority over all rules. */
export function ofKind(
  { label, unitName }: ParamTemplate,
  { kind, isDirect }: UnitTraits,
  n: number,
): QuantityOf | undefined {
  const around = (kind === 'drive' ? drive : kind === 'sensor' ? sensor : isDirect ? direct : {})[label]
  return around === undefined || unitName === '%' ? undefined : straying(around, n)
}

/** Returns a value that is neither electric nor a counter, by the meaning of its label or else by its unit. */
export function otherValue({ label, unitName }: ParamTemplate, { isRefrigeration }: UnitTraits, n: number): QuantityOf {
  const rows = unitName === undefined ? plain : (usual[unitName] ?? [])
  const cold = unitName === '°C' && isRefrigeration ? refrigeration : []
  const row = [...cold, ...rows].find(([labels]) => labels.test(label))
  return straying(row === undefined ? [0, 0] : [row[1], row[2]], n)
}

const straying =
  ([middle, around]: ValueBand, n: number): QuantityOf =>
  ({ seed }, now) =>
    around === 0 ? middle : middle + around * noise(mix(seed, n), now / hourMs)
