import {
  type ByteOrder,
  byteOrders,
  compileValue,
  formatProblem,
  isBitKind,
  type RegisterKind,
  readExtent,
  registerCount,
  type ValueFormat,
} from '@busbar/modbus'
import type { AnswerOf } from '../../data/api/api-query.ts'
import type { Language } from '../../data/state/preferences.ts'

export type ParamTemplate = AnswerOf<'templates', 'get'>['paramTemplates'][number]

/** Manuals count registers from 0 or from 1, and not all state which. */
const stepsTried = [0, -1, 1] as const

/** Each swap turns an order into another, and back: their places in this list differ by it in bits. */
const places: readonly ByteOrder[] = byteOrders
const bitsOf: Readonly<Record<ByteSwap, number>> = { none: 0, words: 1, bytes: 2, both: 3 }

export const swapped = (order: ByteOrder, swap: ByteSwap): ByteOrder =>
  places[places.indexOf(order) ^ bitsOf[swap]] ?? order

/** All registers that decide about a value. */
const extentOf = (param: ParamTemplate): { address: number; count: number } =>
  isBitKind(param.registerKind)
    ? { address: param.address, count: 1 }
    : readExtent(param as ValueFormat & Pick<ParamTemplate, 'address'>)

/** Returns parameters with a preview, polled ones first. */
export const previewed = (params: readonly ParamTemplate[]): ParamTemplate[] => {
  const readable = params.filter((param) => formatProblem(param as ValueFormat, param.registerKind) === null)
  return readable.toSorted((a, b) => Number(b.isTracked ?? false) - Number(a.isTracked ?? false))
}

/** Every way in which these may stand, the one of the template first. Ways that make no difference are left out. */
export const variantsOf = (params: readonly ParamTemplate[]): Variant[] => {
  const words = params.filter(({ registerKind }) => !isBitKind(registerKind))
  const isLong = words.some((param) => registerCount(param as ValueFormat) > 1)
  const tried = swaps.filter((swap) => swap === 'none' || (swap === 'bytes' && words.length > 0) || isLong)
  return stepsTried.flatMap((steps) => tried.map((swap) => ({ swap, steps })))
}

export const isSame = (a: Variant, b: Variant): boolean => a.swap === b.swap && a.steps === b.steps

/** A parameter as it is then. */
export const varied = (param: ParamTemplate, { swap, steps }: Variant): ParamTemplate => {
  const { order = 'ABCD', registerKind, address, coding } = param
  return {
    ...param,
    address: address + steps,
    ...(coding && { coding: movedCoding(coding, steps) }),
    ...(swap !== 'none' && !isBitKind(registerKind) && { order: swapped(order, swap) }),
  }
}

/** Referenced registers move by the same distance. */
const movedCoding = (coding: NonNullable<ParamTemplate['coding']>, steps: number): ParamTemplate['coding'] => ({
  ...coding,
  ...(coding.signAt && { signAt: { ...coding.signAt, address: coding.signAt.address + steps } }),
  ...(coding.scaleAt !== undefined && { scaleAt: coding.scaleAt + steps }),
})

/** Returns true if every parameter still has an address. */
export const isPossible = (params: readonly ParamTemplate[], { steps }: Variant): boolean =>
  params.every((param) => {
    const { address, count } = extentOf(param)
    return address + steps >= 0 && address + steps + count <= 65_536
  })

interface RegisterRange {
  kind: RegisterKind
  address: number
  registersNum: number
}

/** Returns the registers to read for every variant, each range once. */
export const rangesOf = (params: readonly ParamTemplate[]): RegisterRange[] => {
  const all = new Map<string, RegisterRange>()
  for (const param of params) {
    for (const steps of stepsTried) {
      if (!isPossible([param], { swap: 'none', steps })) continue
      const { address, count } = extentOf(param)
      const range = { kind: param.registerKind, address: address + steps, registersNum: count }
      all.set(rangeKey(range), range)
    }
  }
  return [...all.values()]
}

export const rangeKey = ({ kind, address, registersNum }: RegisterRange): string => `${kind} ${address} ${registersNum}`

type Reading = { ok: readonly number[] } | { err: string }
export type VariantValue = { value: string } | { err: string }

/** A parameter's value in a variant, from what was read. */
export const cellOf = (
  param: ParamTemplate,
  variant: Variant,
  read: ReadonlyMap<string, Reading>,
): VariantValue | null => {
  const then = varied(param, variant)
  const { address, count: registersNum } = extentOf(then)
  const words = read.get(rangeKey({ kind: then.registerKind, address, registersNum }))
  if (words === undefined) return null
  if ('err' in words) return words
  const decoded = compileValue(then as ValueFormat).decode(words.ok)
  return 'ok' in decoded ? { value: decoded.ok } : { err: decoded.err }
}

/** In a language of the console, else in English. */
export const paramName = ({ name }: ParamTemplate, language: Language): string =>
  typeof name === 'string' ? name : (name[language] ?? name.en)

const longest = 10

/** A number that is short enough to compare: nonsense is often very long. */
export const shortValue = (text: string): string => {
  const number = Number(text)
  if (text.length <= longest || text.trim() === '' || Number.isNaN(number)) return text
  const size = Math.abs(number)
  return size < 1e-4 || size >= 1e9 ? number.toExponential(2) : String(Number(number.toPrecision(7)))
}

/** Orders that may differ from the manual. */
export const swaps = ['none', 'words', 'bytes', 'both'] as const
type ByteSwap = (typeof swaps)[number]

/** How a unit's parameters stand beside what its template says. */
export interface Variant {
  swap: ByteSwap
  /** How many addresses further. */
  steps: number
}

export const asWritten: Variant = { swap: 'none', steps: 0 }
