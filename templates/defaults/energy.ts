import { type DefaultParam, type DefaultsSource, isNumber } from './param.ts'

/** The role of a counter in an energy tree, or of a power where there is no counter. */
export type EnergyRole = 'consumption' | 'production' | 'import' | 'export' | 'charge' | 'discharge'

export interface EnergySensor {
  label: string
  role: EnergyRole
  kind: 'energy' | 'power'
  /** To kWh, or kW. */
  multiplier: number
}

const multipliers: Readonly<Record<string, number>> = { kWh: 1, Wh: 0.001, kW: 1, W: 0.001 }

type Row = readonly [role: EnergyRole, ...labels: (readonly string[])[]]

/** Labels that stand for a role, the best first; each list is taken whole. */
const taking: readonly Row[] = [
  ['consumption', ['E_imp'], ['E'], ['E_total'], ['E_imp_T1', 'E_imp_T2'], ['E_precise']],
  ['export', ['E_exp'], ['E_exp_T1', 'E_exp_T2']],
]
const producing: readonly Row[] = [
  ['production', ['E_total'], ['E1', 'E2', 'E3']],
  ['import', ['E_imp'], ['E_absorbed']],
  ['export', ['E_exp']],
  ['charge', ['E_charge']],
  ['discharge', ['E_discharge']],
]
const generating: readonly Row[] = [['production', ['E']]]
/** Power is summed up over time where nothing counts. */
const powers: Readonly<Record<'taking' | 'producing' | 'generating', Row>> = {
  taking: ['consumption', ['P_total'], ['P'], ['P_imp']],
  producing: ['production', ['P_pv'], ['P_pv1', 'P_pv2', 'P_pv3'], ['P_pv1', 'P_pv2'], ['P_dc']],
  generating: ['production', ['P_total'], ['P1', 'P2', 'P3']],
}

/** The parameters of a family that belong into a tree of energy. */
export function energyOf({ kind, paramTemplates }: DefaultsSource): EnergySensor[] {
  if (kind === 'io' || kind === 'sensor') return []
  const params = new Map(paramTemplates.filter((param) => param.isTracked && isNumber(param)).map((p) => [p.label, p]))
  const way = wayOf(kind, params)
  const counters = { taking, producing, generating }[way].flatMap((row) => sensorsOf(row, params, 'energy'))
  return counters.some(({ role }) => role === 'consumption' || role === 'production')
    ? counters
    : [...counters, ...sensorsOf(powers[way], params, 'power')]
}

const wayOf = (
  kind: DefaultsSource['kind'],
  params: ReadonlyMap<string, DefaultParam>,
): 'taking' | 'producing' | 'generating' => {
  if (kind === 'generator') return 'generating'
  return kind === 'inverter' || params.has('P_pv') ? 'producing' : 'taking'
}

function sensorsOf(
  [role, ...choices]: Row,
  params: ReadonlyMap<string, DefaultParam>,
  kind: EnergySensor['kind'],
): EnergySensor[] {
  const units = kind === 'energy' ? ['kWh', 'Wh'] : ['kW', 'W']
  const fits = (label: string): boolean => units.includes(params.get(label)?.unitName ?? '')
  const labels = choices.find((some) => some.every(fits)) ?? []
  return labels.map((label) => ({
    label,
    role,
    kind,
    multiplier: multipliers[params.get(label)?.unitName ?? ''] ?? 1,
  }))
}
