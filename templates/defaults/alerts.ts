import type { LocalizedText } from '../schema.ts'
import { alertTexts } from './alert-texts.ts'
import { type DefaultParam, type DefaultsSource, isNumber } from './param.ts'

export interface DefaultCondition {
  label: string
  kind: 'g' | 'l' | 'eq' | 'neq' | 'no-data'
  value: number
  holdSec: number
  deadband: number
}

/** An alert as people would set it for a unit of the family. */
export interface DefaultAlert {
  name: LocalizedText
  logAs: 'warning' | 'failure' | 'critical'
  conditionLogic: 'any' | 'all'
  conditions: DefaultCondition[]
}

type Limit = readonly [labels: RegExp, unit: string, below: number | null, above: number | null, deadband: number]

/** Limits by meaning; what each kind of equipment does not have in common stays out. */
const limits: readonly {
  id: Exclude<keyof typeof alertTexts, 'fault' | 'oil' | 'silent'>
  logAs: DefaultAlert['logAs']
  holdSec: number
  /** Device types to which the rule does not apply: a motor has its own voltage, an idle generator has none. */
  not?: readonly DefaultsSource['kind'][]
  only?: readonly DefaultsSource['kind'][]
  limits: readonly Limit[]
}[] = [
  {
    id: 'voltage',
    logAs: 'warning',
    holdSec: 120,
    not: ['drive', 'generator', 'sensor', 'io'],
    limits: [[/^U(_grid|_ac|_in)?[123]?$/, 'V', 207, 253, 2]],
  },
  {
    id: 'frequency',
    logAs: 'warning',
    holdSec: 120,
    not: ['drive', 'generator'],
    limits: [[/^F(_grid|_in)?$/, 'Hz', 49.5, 50.5, 0.1]],
  },
  {
    id: 'hot',
    logAs: 'failure',
    holdSec: 120,
    limits: [
      [/^(T_sink|T_dc)$/, '°C', null, 85, 3],
      [/^T_motor$/, '°C', null, 110, 5],
      [/^T_winding$/, '°C', null, 130, 5],
      [/^T_coolant$/, '°C', null, 98, 3],
      [/^T_oil$/, '°C', null, 120, 5],
      [/^(T_bat|T_cell)$/, '°C', 0, 45, 2],
    ],
  },
  { id: 'hot', logAs: 'failure', holdSec: 120, only: ['inverter', 'drive'], limits: [[/^T$/, '°C', null, 80, 3]] },
  { id: 'battery', logAs: 'warning', holdSec: 300, only: ['inverter'], limits: [[/^soc$/, '%', 10, null, 5]] },
  { id: 'starter', logAs: 'failure', holdSec: 300, limits: [[/^U_starter$/, 'V', 11.5, null, 0.5]] },
  { id: 'fuel', logAs: 'warning', holdSec: 300, limits: [[/^fuel$/, '%', 15, null, 5]] },
  { id: 'air', logAs: 'warning', holdSec: 600, limits: [[/^co2$/, 'ppm', null, 1500, 200]] },
]

const troubleLabels =
  /^(alarm\w*|tripped|fault|warning|over\d|condenser|probe\d|high|low|defrost_timeout|door_timeout|storm)$/
const troubleWords = /^(yes|on|alarm)$/i
const faultStates = /^(?!.*(check|supply|manual)).*(fault|error|emergency stop|overheat)/i
const codes = /^(fault|error|alarms|trip)$/
/** After so long without a reading it must not look as if all is well. */
const silentSec = 900

/** The alerts with which units of a family begin. */
export function alertsOf(family: DefaultsSource): DefaultAlert[] {
  const params = family.paramTemplates.filter(({ isTracked }) => isTracked)
  const isDirect = family.paramTemplates.some(({ label }) => label === 'shunt')
  const byName = new Map<LocalizedText, DefaultAlert>()
  const add = (id: keyof typeof alertTexts, logAs: DefaultAlert['logAs'], conditions: DefaultCondition[]): void => {
    if (conditions.length === 0) return
    const name = alertTexts[id]
    const known = byName.get(name)
    if (known === undefined) byName.set(name, { name, logAs, conditionLogic: 'any', conditions })
    else known.conditions.push(...conditions)
  }
  for (const { id, logAs, holdSec, not, only, limits: rows } of limits) {
    if (not?.includes(family.kind) === true || (only !== undefined && !only.includes(family.kind))) continue
    if (id === 'voltage' && isDirect) continue
    add(
      id,
      logAs,
      rows.flatMap((row) => beyond(row, params, holdSec)),
    )
  }
  add('fault', 'failure', params.flatMap(faults))
  add(
    'silent',
    'warning',
    params.slice(0, 1).map(({ label }) => ({ label, kind: 'no-data', value: silentSec, holdSec: 0, deadband: 0 })),
  )
  return [...byName.values(), ...oilAlert(params)]
}

const beyond = ([labels, unit, below, above, deadband]: Limit, params: readonly DefaultParam[], holdSec: number) =>
  params
    .filter((param) => isNumber(param) && param.unitName === unit && labels.test(param.label))
    .flatMap(({ label }): DefaultCondition[] => [
      ...(below === null ? [] : [{ label, kind: 'l' as const, value: below, holdSec, deadband }]),
      ...(above === null ? [] : [{ label, kind: 'g' as const, value: above, holdSec, deadband }]),
    ])

/** Fault states, and fault codes other than zero. */
function faults(param: DefaultParam): DefaultCondition[] {
  const { label, enum: states, unitName, valueType } = param
  const when = (kind: 'eq' | 'neq', value: number): DefaultCondition => ({
    label,
    kind,
    value,
    holdSec: 0,
    deadband: 0,
  })
  if (states === undefined)
    return codes.test(label) && unitName === undefined && valueType !== 'string' ? [when('neq', 0)] : []
  const words = troubleLabels.test(label) ? (label === 'fault' ? /^(?!none)/i : troubleWords) : faultStates
  const isWatched = troubleLabels.test(label) || /^(state|status|vehicle)$/.test(label)
  return isWatched
    ? Object.entries(states).flatMap(([value, word]) =>
        words.test(typeof word === 'string' ? word : word.en) ? [when('eq', Number(value))] : [],
      )
    : []
}

/** Oil without pressure is a trouble only while the engine turns. */
function oilAlert(params: readonly DefaultParam[]): DefaultAlert[] {
  const labels = new Set(params.map(({ label }) => label))
  if (!labels.has('p_oil') || !labels.has('n')) return []
  const condition = { holdSec: 10, deadband: 0 }
  return [
    {
      name: alertTexts.oil,
      logAs: 'critical',
      conditionLogic: 'all',
      conditions: [
        { label: 'p_oil', kind: 'l', value: 100, ...condition },
        { label: 'n', kind: 'g', value: 400, ...condition },
      ],
    },
  ]
}
