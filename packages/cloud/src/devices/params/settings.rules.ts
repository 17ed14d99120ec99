import { rowJson } from '@busbar/database'
import { type ByteOrder, formatProblem, registerCount, type ValueType } from '@busbar/modbus'
import { compare, settingOf } from '@busbar/modbus/decimal'
import { paramsOf, parseFormula } from '../../formula/parse.ts'
import { compactTexts, type Texts, textsOf } from './names.rules.ts'
import type { ParamChanges, ParamFields, ParamKind } from './params.contract.ts'

/** All that is stored of what a parameter is. */
export interface ParamSettings {
  name: Texts
  description: Texts | null
  category: Texts | null
  label: string | null
  slug: string
  address: number
  registerKind: ParamKind
  valueType: ValueType
  order: ByteOrder
  bitPosition: number | null
  bitsAmount: number | null
  multiplier: number | string
  shift: number | string
  precision: number | null
  min: number | string | null
  max: number | string | null
  rolloverAt: number | string | null
  hourlyMax: number | string | null
  unitName: string | null
  enum: NonNullable<ParamFields['enum']> | null
  /** Null: not set; empty: there are none. */
  nanValues: string[] | null
  coding: NonNullable<ParamFields['coding']> | null
  isTracked: boolean
  isProgrammable: boolean
  /** Formula of a computed parameter; null for any other. */
  formula: string | null
}

const defaults = {
  description: null,
  category: null,
  label: null,
  order: 'ABCD',
  bitPosition: null,
  bitsAmount: null,
  multiplier: 1,
  shift: 0,
  precision: null,
  min: null,
  max: null,
  rolloverAt: null,
  hourlyMax: null,
  unitName: null,
  enum: null,
  nanValues: null,
  coding: null,
  isTracked: true,
  isProgrammable: false,
  formula: null,
} as const

/** A new parameter: of a device, or computed. */
export type NewParamFields = Omit<ParamFields, 'registerKind'> & {
  registerKind: ParamKind
  formula?: string | undefined
}

/** A new parameter as it is stored; what is not said is as a template means it. */
export const newSettings = (fields: NewParamFields, slug: string): ParamSettings =>
  changedSettings(
    {
      ...defaults,
      ...fields,
      slug,
      formula: fields.formula ?? null,
      name: {},
      description: null,
      category: null,
    } as ParamSettings,
    { ...fields, registerKind: undefined },
  )

/** Applies changes; omitted fields stay unchanged. */
export const changedSettings = (stored: ParamSettings, changes: ParamChanges): ParamSettings => {
  const { name, description, category, ...others } = changes
  const changedFields = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  return {
    ...stored,
    ...changedFields,
    // An empty list keeps the template from filling it in again.
    ...(changedFields['nanValues'] === null && { nanValues: [] }),
    name: name === undefined ? stored.name : textsOf(name),
    description: changedTexts(stored.description, description),
    category: changedTexts(stored.category, category),
  }
}

const changedTexts = (stored: Texts | null, change: ParamChanges['description']): Texts | null => {
  if (change === undefined) return stored
  return change === null ? null : textsOf(change)
}

/** As a person or a template would give them. */
export const settingsForm = ({ name, description, category, ...others }: ParamSettings) => ({
  ...rowJson(others),
  name: compactTexts(name),
  ...(description && { description: compactTexts(description) }),
  ...(category && { category: compactTexts(category) }),
})

/** Returns the problem as a sentence that names the field, or null. */
export const settingsProblem = (settings: ParamSettings): string | null => {
  if (settings.registerKind === 'computed') return computedProblem(settings)
  if (settings.formula !== null) return 'formula must be left out: the parameter is read from a device.'
  const format = settingsForm(settings)
  const problem = formatProblem(format, settings.registerKind) ?? counterProblem(settings)
  if (problem !== null) return problem
  if (settings.isProgrammable && (settings.coding?.signAt ?? settings.coding?.scaleAt) !== undefined)
    return 'isProgrammable must be false where coding names another register: such a value can only be read.'
  const isBeyond = settings.address + registerCount(format) > 65_536
  return isBeyond ? 'address leaves no room for the value: the last register is 65535.' : null
}

/** Required values of register settings for a computed parameter. */
const registerDefaults = {
  address: 0,
  valueType: 'f64',
  order: 'ABCD',
  bitPosition: null,
  bitsAmount: null,
  multiplier: '1',
  shift: '0',
  min: null,
  max: null,
  enum: null,
  coding: null,
  isProgrammable: false,
} as const

const computedProblem = (settings: ParamSettings): string | null => {
  const isSame = (name: keyof typeof registerDefaults): boolean =>
    JSON.stringify(settings[name] ?? null).replaceAll('"', '') === String(registerDefaults[name])
  const misplacedField = Object.keys(registerDefaults).find((name) => !isSame(name as keyof typeof registerDefaults))
  if (misplacedField !== undefined || (settings.nanValues ?? []).length > 0)
    return `${misplacedField ?? 'nanValues'} has no meaning for a computed parameter.`
  const formula = parseFormula(settings.formula ?? '')
  if ('error' in formula) return `formula ${formula.error}, at character ${formula.at + 1}.`
  if (paramsOf(formula).length === 0) return 'formula must name at least one parameter, such as #12.'
  return counterProblem(settings)
}

/** Returns the problem of a counter's settings, or null. */
export const counterProblem = ({ rolloverAt, hourlyMax, shift }: CounterSettings): string | null => {
  const zero = settingOf(shift ?? 0)
  const [rollover, most] = [rolloverAt ?? null, hourlyMax ?? null].map((setting) =>
    setting === null ? null : settingOf(setting),
  )
  if (rolloverAt != null && (!rollover || !zero || compare(rollover, zero) <= 0)) {
    return 'rolloverAt must be a decimal number above what the counter shows at zero.'
  }
  return hourlyMax != null && (!most || most.digits <= 0n) ? 'hourlyMax must be a decimal number above 0.' : null
}

interface CounterSettings {
  rolloverAt?: number | string | null | undefined
  hourlyMax?: number | string | null | undefined
  shift?: number | string | undefined
}
