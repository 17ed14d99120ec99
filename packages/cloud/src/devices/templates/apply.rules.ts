import { createHash } from 'node:crypto'
import { enumText } from '@busbar/import'
import { settingOf, toText } from '@busbar/modbus/decimal'
import { shownText } from '../params/names.rules.ts'
import { newSettings, type ParamSettings } from '../params/settings.rules.ts'
import type { ParamTemplate } from './param-template.rules.ts'

/** Settings of requests that a template defines. */
export interface ExchangeSettings {
  readGroupSize: number
  writeFunction: string
}

/** A device as it is. `base`: what its template said when it was last made like it; null where that is not known. */
export interface CurrentDevice extends ExchangeSettings {
  id: number
  params: readonly (ParamSettings & { id: number })[]
  base: (ExchangeSettings & { paramTemplates: readonly ParamTemplate[] }) | null
}

/** A field that changes, or that keeps a user's value. */
export interface FieldChange {
  field: string
  before: string | null
  after: string | null
}

interface ParamPlan {
  param: ParamSettings & { id: number }
  /** As it becomes. */
  to: ParamSettings
  changed: FieldChange[]
  /** Set on the device by a person since, and so left alone. */
  kept: FieldChange[]
}

export interface DevicePlan {
  deviceId: number
  exchange: { to: ExchangeSettings; changed: FieldChange[]; kept: FieldChange[] }
  params: ParamPlan[]
  added: ParamTemplate[]
  /** Parameters that an earlier revision had and this one has not. */
  gone: (ParamSettings & { id: number })[]
  /** Other parameters of the device, which no template affects. */
  others: (ParamSettings & { id: number })[]
}

/** The slug stays: alerts, dashboards and clients know a parameter by it. */
const fields = [
  'name',
  'description',
  'category',
  'label',
  'address',
  'registerKind',
  'valueType',
  'order',
  'bitPosition',
  'bitsAmount',
  'multiplier',
  'shift',
  'precision',
  'min',
  'max',
  'rolloverAt',
  'hourlyMax',
  'unitName',
  'enum',
  'nanValues',
  'coding',
  'isTracked',
  'isProgrammable',
] as const satisfies readonly (keyof ParamSettings)[]
type Field = (typeof fields)[number]

const decimals: ReadonlySet<string> = new Set(['multiplier', 'shift', 'min', 'max', 'rolloverAt', 'hourlyMax'])

/** Plans the changes that make a device match a template. Parameters in both stay the same, with their readings. */
export const planDevice = (
  device: CurrentDevice,
  target: ExchangeSettings & { paramTemplates: readonly ParamTemplate[] },
): DevicePlan => {
  const pairs = matchParams(target.paramTemplates, device.params)
  const bases = device.base === null ? null : matchParams(device.base.paramTemplates, device.params)
  const baseOf = new Map([...(bases ?? [])].map(([base, param]) => [param, newSettings(base, param.slug)]))
  const taken = new Set(pairs.values())
  const gone = [...(bases?.values() ?? [])].filter((param) => !taken.has(param))
  return {
    deviceId: device.id,
    exchange: planExchange(device, target),
    params: [...pairs].map(([wanted, param]) => planParam(param, newSettings(wanted, param.slug), baseOf.get(param))),
    added: target.paramTemplates.filter((wanted) => !pairs.has(wanted)),
    gone,
    others: device.params.filter((param) => !taken.has(param) && !gone.includes(param)),
  }
}

const planExchange = (device: CurrentDevice, target: ExchangeSettings): DevicePlan['exchange'] => {
  const names = ['readGroupSize', 'writeFunction'] as const
  const { changed, kept } = merged<ExchangeSettings>(names, device, target, device.base ?? undefined)
  const set = names.filter((name) => changed.some(({ field }) => field === name))
  const { readGroupSize, writeFunction } = device
  return {
    to: { readGroupSize, writeFunction, ...Object.fromEntries(set.map((name) => [name, target[name]])) },
    changed,
    kept,
  }
}

export const isPlanEmpty = ({ exchange, params, added, gone }: DevicePlan, isGoneDeleted: boolean): boolean =>
  exchange.changed.length === 0 &&
  params.every(({ changed }) => changed.length === 0) &&
  added.length === 0 &&
  (!isGoneDeleted || gone.length === 0)

const planParam = (
  param: ParamSettings & { id: number },
  wanted: ParamSettings,
  base: ParamSettings | undefined,
): ParamPlan => {
  const { changed, kept } = merged(fields, param, wanted, base)
  const to = { ...param, ...Object.fromEntries(changed.map(({ field }) => [field, wanted[field as Field]])) }
  return { param, to, changed, kept }
}

/** Three-way: what a person has set since `base` stays. Without a base all becomes as wanted. */
const merged = <T extends object>(names: readonly (keyof T & string)[], current: T, wanted: T, base: T | undefined) => {
  const changed: FieldChange[] = []
  const kept: FieldChange[] = []
  for (const field of names) {
    const [before, after] = [canonicalText(field, current[field]), canonicalText(field, wanted[field])]
    if (before === after) continue
    const inBase = base === undefined ? before : canonicalText(field, base[field])
    const change = { field, ...shownValues(field, current[field], wanted[field]) }
    if (inBase === before) changed.push(change)
    else if (inBase !== after) kept.push(change)
  }
  return { changed, kept }
}

/** A value in the one form in which it is compared; null for none. */
const canonicalText = (field: string, value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (decimals.has(field)) {
    const setting = value as number | string
    const decimal = settingOf(setting)
    return decimal === null
      ? String(setting)
      : toText(decimal)
          .replace(/(\.\d*?)0+$/, '$1')
          .replace(/\.$/, '')
  }
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(' ')
  return typeof value === 'string' ? value : JSON.stringify(sortedKeys(value))
}

const sortedKeys = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, one]) => [key, sortedKeys(one)]),
      )

/** Both for people: texts in English, unless the difference is in another language. */
const shownValues = (field: string, current: unknown, wanted: unknown): Pick<FieldChange, 'before' | 'after'> => {
  const [before, after] = [inEnglish(field, current), inEnglish(field, wanted)]
  return before === after
    ? { before: canonicalText(field, current), after: canonicalText(field, wanted) }
    : { before, after }
}

const inEnglish = (field: string, value: unknown): string | null => {
  if (value === null || typeof value !== 'object') return canonicalText(field, value)
  if (field === 'enum') return enumText(labelsOf(value as Record<string, string | { en: string }>), 'en')
  return field === 'name' || field === 'description' || field === 'category'
    ? shownText(value as Record<string, string>)
    : canonicalText(field, value)
}

const labelsOf = (labels: Readonly<Record<string, string | { en: string }>>): Record<string, { en: string }> =>
  Object.fromEntries(
    Object.entries(labels).map(([number, texts]) => [number, typeof texts === 'string' ? { en: texts } : texts]),
  )

type RegisterLocation = Pick<ParamSettings, 'registerKind' | 'address'> & { bitPosition?: number | null | undefined }
type ParamIdentity = RegisterLocation & {
  label?: string | null | undefined
  slug?: string | undefined
  name: Readonly<Record<string, string>>
}

/** Keys that identify the same parameter in both, most reliable first. */
const identityKeys: readonly ((param: ParamIdentity) => string | null)[] = [
  ({ label }) => label ?? null,
  ({ slug }) => slug ?? null,
  ({ registerKind, address, bitPosition }) => `${registerKind} ${address} ${bitPosition ?? ''}`,
  ({ name }) => shownText(name),
]

/** Which parameter of a device each one of a template is. */
const matchParams = <P extends ParamIdentity>(
  templates: readonly ParamTemplate[],
  params: readonly P[],
): Map<ParamTemplate, P> => {
  const matches = new Map<ParamTemplate, P>()
  const taken = new Set<P>()
  for (const keyOf of identityKeys) {
    const free = new Map<string, P>()
    for (const param of params) {
      const key = taken.has(param) ? null : keyOf(param)
      if (key !== null && !free.has(key)) free.set(key, param)
    }
    for (const template of templates) {
      const key = matches.has(template) ? null : keyOf(template as ParamIdentity)
      const param = key === null ? undefined : free.get(key)
      if (key === null || param === undefined) continue
      matches.set(template, param)
      taken.add(param)
      free.delete(key)
    }
  }
  // In the order of the template.
  return new Map(templates.flatMap((one) => (matches.has(one) ? [[one, matches.get(one) as P] as const] : [])))
}

/** A number for a difference, by which it is known again. */
export const digestOf = (plans: readonly DevicePlan[], templateRevision: number): string => {
  const changes = plans.map(({ deviceId, exchange, params, added, gone }) => [
    deviceId,
    exchange.changed,
    params.filter(({ changed }) => changed.length > 0).map(({ param, changed }) => [param.id, changed]),
    added,
    gone.map(({ id }) => id),
  ])
  return createHash('sha256')
    .update(JSON.stringify([templateRevision, changes]))
    .digest('hex')
    .slice(0, 32)
}
