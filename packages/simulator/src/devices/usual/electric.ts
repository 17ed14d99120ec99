import type { ParamTemplate } from '@busbar/templates'
import { frequency } from '../processes/mains.ts'
import type { PowerFlow } from './flow.ts'
import type { Unit, UnitTraits } from './unit.ts'

/** The value of a parameter, in W, var, VA, V, A, Hz or parts of 1. */
export type QuantityOf = (unit: Unit, now: number) => number

/** The number at the end of the label is the phase or the string. */
type LabelRule = readonly [labels: RegExp, show: (number: number, traits: UnitTraits) => QuantityOf]

const phaseOf = ({ phases }: Unit, number: number): PowerFlow | undefined => phases[number - 1]
const tangent = ({ powerFactor }: Unit): number => Math.sqrt(1 - powerFactor ** 2) / powerFactor
/** Two phases a third of a turn apart. */
const between = (a: number, b: number): number => Math.sqrt(a * a + b * b + a * b)

/** Power of one phase, or of all phases for number 0. */
const power = (unit: Unit, now: number, number: number): number =>
  (number === 0 ? unit.output : phaseOf(unit, number))?.at(now) ?? 0
const current = (unit: Unit, now: number, number: number): number =>
  power(unit, now, number) / unit.powerFactor / unit.voltage(now, number)

const batteryVolts = (unit: Unit, now: number): number => 49 + 0.045 * unit.soc(now)
const batteryPower = (unit: Unit, now: number): number => unit.charge.at(now) - unit.discharge.at(now)
const gridPower = (unit: Unit, now: number): number => unit.imports.at(now) - unit.exports.at(now)
const stringVolts = (unit: Unit, now: number, number: number): number =>
  unit.pv.at(now) === 0 ? 0 : 340 + 12 * number + 40 * (unit.pv.at(now) / 8000)
const meanVolts = (unit: Unit, now: number): number =>
  (unit.voltage(now, 1) + unit.voltage(now, 2) + unit.voltage(now, 3)) / 3
const lineVolts = (unit: Unit, now: number, first: number): number =>
  between(unit.voltage(now, first), unit.voltage(now, (first % 3) + 1))
const parts = (unit: Unit): number => Math.max(1, unit.phases.length)

const rules: readonly LabelRule[] = [
  [/^U_bat$/, () => batteryVolts],
  [/^U_charge_max$/, () => () => 57.6],
  [/^I_(dis)?charge_max$/, () => () => 100],
  [
    /^I_bat$/,
    // A charger without a known battery delivers the whole yield of the panels.
    (_, { hasBattery }) =>
      (unit, now) =>
        (hasBattery ? batteryPower(unit, now) : unit.pv.at(now)) / batteryVolts(unit, now),
  ],
  [/^P_bat$/, () => batteryPower],
  [/^P_charge$/, () => (unit, now) => unit.charge.at(now)],
  [/^P_discharge$/, () => (unit, now) => unit.discharge.at(now)],
  [/^(P_imp_grid|own_grid)$/, () => (unit, now) => unit.imports.at(now)],
  [/^P_exp_grid$/, () => (unit, now) => unit.exports.at(now)],
  [/^P_imp(\d)?$/, (number) => (unit, now) => unit.imports.at(now) / (number === 0 ? 1 : parts(unit))],
  [/^P_exp(\d)?$/, (number) => (unit, now) => unit.exports.at(now) / (number === 0 ? 1 : parts(unit))],
  [/^P_(?:grid|in)(\d)?$/, (number) => (unit, now) => gridPower(unit, now) / (number === 0 ? 1 : parts(unit))],
  [/^P_load(\d)?$/, (number) => (unit, now) => unit.load.at(now) / (number === 0 ? 1 : parts(unit))],
  [/^P_(?:gen|pv_out|external|eps)\d?$/, () => () => 0],
  [/^P_pv_grid(\d)$/, () => (unit, now) => unit.pv.at(now) / 3],
  [
    /^P_pv(\d)$/,
    (_, { stringCount }) =>
      (unit, now) =>
        unit.pv.at(now) / stringCount,
  ],
  [/^(P_pv|own_pv|P_dc)$/, () => (unit, now) => unit.pv.at(now)],
  [/^own_bat$/, () => (unit, now) => unit.discharge.at(now)],
  [/^P_peak$/, () => () => 4200],
  [/^U_(?:pv|dc)(\d)?$/, (number) => (unit, now) => stringVolts(unit, now, number)],
  [
    /^I_pv(\d)?$|^I_dc$/,
    (number, { stringCount }) =>
      (unit, now) => {
        const volts = stringVolts(unit, now, number)
        return volts === 0 ? 0 : unit.pv.at(now) / (number === 0 ? 1 : stringCount) / volts
      },
  ],
  [/^U_starter$/, () => () => 13.7],
  [/^U_N$/, () => () => 0.6],
  [/^U12$/, () => (unit, now) => lineVolts(unit, now, 1)],
  [/^U23$/, () => (unit, now) => lineVolts(unit, now, 2)],
  [/^U31$/, () => (unit, now) => lineVolts(unit, now, 3)],
  [/^UL_avg$/, () => (unit, now) => Math.sqrt(3) * meanVolts(unit, now)],
  [/^U_avg$/, () => meanVolts],
  [/^U(?:_(?:grid|in|out|ac|eps|mains))?(\d)?$/, (number) => (unit, now) => unit.voltage(now, Math.max(1, number))],
  [/^I_N$/, () => (unit, now) => 0.2 * current(unit, now, 1)],
  [/^I_(?:avg)$/, () => (unit, now) => current(unit, now, 0) / parts(unit)],
  [/^I_eps$/, () => () => 0],
  [/^I_total$/, () => (unit, now) => current(unit, now, 0)],
  [/^I$/, () => (unit, now) => current(unit, now, 0) / parts(unit)],
  [/^I(?:_(?:grid|in|out|ac))?(\d)?$/, (number) => (unit, now) => current(unit, now, number)],
  [/^P_out(\d)?$|^P(\d)?$|^P_total$/, (number) => (unit, now) => power(unit, now, number)],
  [/^Q_neg$/, () => () => 0],
  [/^Q(\d)?$|^Q_total$|^Q_pos$/, (number) => (unit, now) => tangent(unit) * power(unit, now, number)],
  [/^S(\d)?$|^S_total$/, (number) => (unit, now) => power(unit, now, number) / unit.powerFactor],
  [
    /^PF(\d)?$|^PF_total$/,
    () =>
      ({ powerFactor }) =>
        powerFactor,
  ],
  [
    /^phi(\d)?$/,
    () =>
      ({ powerFactor }) =>
        (Math.acos(powerFactor) * 180) / Math.PI,
  ],
  [/^F(?:_(?:grid|in|out|load|eps))?$/, () => (_, now) => frequency(now)],
  [/^(soc)$/, () => (unit, now) => unit.soc(now)],
]

/** Returns an electric quantity by the label that all families share. */
export function electric(
  { label, name, unitName = '', description }: ParamTemplate,
  traits: UnitTraits,
): QuantityOf | undefined {
  const scale = scaleOf(label, unitName)
  if (scale === undefined) return undefined
  const meaning = description?.en ?? ''
  if (name.en === 'DC system power') return () => 120
  if (label === 'P' && meaning.includes('discharging')) return (unit, now) => -scale * batteryPower(unit, now)
  for (const [labels, show] of rules) {
    const match = labels.exec(label)
    if (match === null) continue
    const shown = show(Number(match.slice(1).find((part) => /^\d$/.test(part)) ?? 0), traits)
    const isOpposite = label !== 'P_exp_grid' && /is (export|discharging)/.test(meaning)
    const factor = isOpposite ? -scale : scale
    return (unit, now) => factor * shown(unit, now)
  }
  return undefined
}

const scales: Readonly<Record<string, number>> = { V: 1, A: 1, W: 1, kW: 0.001, var: 1, VA: 1, Hz: 1, '°': 1 }

/** From what the rules show to the parameter's unit; nothing for what is no electric quantity. */
function scaleOf(label: string, unitName: string): number | undefined {
  if (label.startsWith('PF')) return unitName === '%' ? 100 : 1
  return label === 'soc' ? 1 : scales[unitName]
}
