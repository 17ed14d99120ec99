import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'
import { asWritten, type Variant, varied } from '../../library/register-map/variants.rules.ts'
import { type Connection, emptyDraft, type NetDraft, steps, type UnitDraft, type WizardStep } from './draft.ts'

/** Maximum length of a device name. */
const nameMax = 200

/** How the network is to be reached, as the service takes it. */
export const connectionOf = ({ way, host, port, code }: NetDraft): Connection =>
  way === 'direct'
    ? { kind: 'direct', ip: host.trim(), port: Number(port) }
    : { kind: 'activation-code', code: Number(code.replaceAll(/\D/g, '')) }

/** Identifies the inputs of a network: other inputs require another network. */
export const originOf = (draft: NetDraft): string =>
  JSON.stringify([connectionOf(draft), draft.way === 'direct' ? draft.protocol : null])

/** Networks without devices, as the tree of an organization has them. */
export const emptyNets = (
  tree: Readonly<Record<string, { name: string; devices: object }>>,
): { id: number; name: string }[] =>
  Object.entries(tree)
    .filter(([, { devices }]) => Object.keys(devices).length === 0)
    .map(([id, { name }]) => ({ id: Number(id), name }))

/** An existing network to which devices are added. */
export interface ExistingNet {
  id: number
  name: string
  ip: string
  port: number
  mac?: string | undefined
  protocol: NetDraft['protocol']
}

/** The draft with which devices are added to a network that is there already. */
export const draftOfExisting = ({ id, name, ip, port, mac, protocol }: ExistingNet, isConnected: boolean): NetDraft => {
  const draft: NetDraft = {
    ...emptyDraft,
    name,
    way: mac === undefined ? 'direct' : 'code',
    host: mac ?? ip,
    port: String(port),
    protocol,
    isConnected,
  }
  return { ...draft, made: { netId: id, from: originOf(draft), isOld: true } }
}

export const chosenUnits = ({ units }: Pick<NetDraft, 'units'>): UnitDraft[] => units.filter(({ isWanted }) => isWanted)

/** Returns units that have a template. */
export const readyUnits = (draft: Pick<NetDraft, 'units'>): UnitDraft[] =>
  chosenUnits(draft).filter(({ template }) => template !== null)

/** The last step that the draft has what it takes for. */
export const lastReachableStep = (draft: NetDraft): WizardStep => {
  if (draft.deviceIds !== null) return 'done'
  if (draft.made === null || !draft.isConnected) return 'connection'
  const chosen = chosenUnits(draft)
  if (chosen.length === 0) return 'units'
  return readyUnits(draft).length < chosen.length ? 'templates' : 'create'
}

export const isReachable = (draft: NetDraft, step: WizardStep): boolean => {
  const isDone = draft.deviceIds !== null
  return isDone ? step === 'done' : steps.indexOf(step) <= steps.indexOf(lastReachableStep(draft))
}

/** The step that is shown: the one that was asked for, unless it is too early for it. */
export const shownStep = (draft: NetDraft, requested: string | undefined): WizardStep => {
  const step = steps.find((one) => one === requested) ?? 'connection'
  return isReachable(draft, step) ? step : lastReachableStep(draft)
}

interface Identity {
  vendorName?: string | undefined
  productCode?: string | undefined
  productName?: string | undefined
  modelName?: string | undefined
}

export interface ScannedUnit {
  unit: number
  identity?: Identity | undefined
}

/** Adds units that were found; choices for units that are there already stay. */
export const withScanned = (
  units: readonly UnitDraft[],
  found: readonly ScannedUnit[],
  nameOf: (values: { unit: number }) => string,
): readonly UnitDraft[] => {
  const known = new Set(units.map(({ unit }) => unit))
  const fresh = found.filter(({ unit }) => !known.has(unit))
  if (fresh.length === 0) return units
  const added = fresh.map(
    ({ unit, identity = {} }): UnitDraft => ({
      unit,
      about: [identity.vendorName, identity.productName ?? identity.productCode].filter(Boolean).join(' · '),
      isWanted: true,
      name: identity.productName ?? identity.modelName ?? nameOf({ unit }),
      template: null,
      variant: asWritten,
    }),
  )
  return numbered([...units, ...added].toSorted((a, b) => a.unit - b.unit))
}

/** Appends unit IDs to the names of devices of the same type. */
const numbered = (units: readonly UnitDraft[]): UnitDraft[] => {
  const seen = new Set<string>()
  return units.map((one) => {
    const name = seen.has(one.name) ? `${one.name} ${one.unit}` : one.name
    seen.add(name)
    return { ...one, name }
  })
}

export const withUnit = (units: readonly UnitDraft[], unit: number, change: Partial<UnitDraft>): readonly UnitDraft[] =>
  units.map((one) => (one.unit === unit ? { ...one, ...change } : one))

/** Gives a unit its template; a unit without a name of its own is called like it. */
export const withTemplate = (
  units: readonly UnitDraft[],
  unit: number,
  template: NonNullable<UnitDraft['template']>,
  nameOf: (values: { unit: number }) => string,
): readonly UnitDraft[] => {
  const isTaken = units.some(({ name }) => name === template.name)
  const name = isTaken ? `${template.name} ${unit}` : template.name
  return units.map((one) =>
    one.unit === unit
      ? { ...one, template, variant: asWritten, ...(one.name === nameOf({ unit }) && { name: name.slice(0, nameMax) }) }
      : one,
  )
}

export interface Suggestion {
  id: number
  name: string
  manufacturer: string
  tried: number
  fitting: number
  variant?: { of: string; answer: 'yes' | 'no' | 'unknown' } | undefined
}

/**
 * A template that is taken without asking: the unit answers to most of it, and where units of its name may have several maps, it has
 * said yes to this one alone.
 */
export const sureSuggestion = (suggestions: readonly Suggestion[]): Suggestion | undefined => {
  const likely = suggestions.find(({ tried, fitting }) => tried > 0 && fitting / tried >= 0.8)
  if (likely?.variant === undefined) return likely
  const { of, answer } = likely.variant
  const agreed = suggestions.filter(({ variant }) => variant?.of === of && variant.answer === 'yes')
  return answer === 'yes' && agreed.length === 1 ? likely : undefined
}

export interface TemplateLine {
  id: number
  name: string
  manufacturer: string
  skus: readonly string[]
}

/** Templates that have all words somewhere in their name, maker or SKUs; one with exactly that SKU comes first. */
export const searchTemplates = <T extends TemplateLine>(lines: readonly T[], text: string, most: number): T[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const isSku = ({ skus }: T): number => Number(skus.some((sku) => sku.toLowerCase() === text.trim().toLowerCase()))
  return lines
    .filter(({ name, manufacturer, skus }) => {
      const where = [name, manufacturer, ...skus].join(' ').toLowerCase()
      return words.every((word) => where.includes(word))
    })
    .toSorted((a, b) => isSku(b) - isSku(a))
    .slice(0, most)
}

/** Kinds of trouble that people can do something about. */
export type ConnectFailure = 'notAllowed' | 'refused' | 'noAnswer' | 'noHost' | 'noWay' | 'other'

const signs: readonly (readonly [RegExp, ConnectFailure])[] = [
  [/address not allowed/, 'notAllowed'],
  [/ECONNREFUSED/, 'refused'],
  [/no such host/, 'noHost'],
  [/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'noWay'],
  [/within \d+ ms|ETIMEDOUT/, 'noAnswer'],
]

/** Classifies a connection error of the service. */
export const connectFailure = (lastError: string): ConnectFailure =>
  signs.find(([sign]) => sign.test(lastError))?.[1] ?? 'other'

type Template = AnswerOf<'templates', 'get'>
type NewTemplate = Omit<RequestOf<'templates', 'create'>, 'orgId'>

const textMax = 200

/**
 * Creates a template with the variant found for a unit, so that the next unit of its type needs no repair. Its version
 * distinguishes it from the original.
 */
export const repairedTemplate = (template: Template, variant: Variant): NewTemplate => {
  const { name, manufacturer, version, readGroupSize, writeFunction, paramTemplates } = template
  const { swap, steps: offset } = variant
  const change = offset > 0 ? `+${offset}` : String(offset)
  const what = [...(swap === 'none' ? [] : [swap]), ...(offset === 0 ? [] : [change])]
  const ending = ` (${what.join(' ')})`
  return {
    name: name.slice(0, textMax - ending.length) + ending,
    manufacturer,
    version,
    readGroupSize,
    writeFunction,
    paramTemplates: paramTemplates.map((param) => varied(param, variant)),
  }
}
