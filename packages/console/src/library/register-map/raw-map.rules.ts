import { at } from '@busbar/kit/at'
import { type ByteOrder, byteOrders, compileValue, isBitKind, type RegisterKind } from '@busbar/modbus'
import type { ParamTemplate } from './variants.rules.ts'

/** Registers, or bits, that follow each other. */
export interface RegisterBlock {
  kind: RegisterKind
  address: number
  words: readonly number[]
}

const paramsMax = 2000
/** Measured values are seldom smaller or larger; what is no float decodes to far beyond. */
const plausible = { from: 1e-3, till: 1e7 }
/** Share of non-zero register pairs that must look like floats. */
const shareNeeded = 0.6
const pairsNeeded = 2

/** A map of what a device has: decimal numbers where neighbours look like ones, otherwise whole numbers as they are. */
export const rawMap = (blocks: readonly RegisterBlock[], nameOf: (kind: RegisterKind, address: number) => string) =>
  blocks.flatMap((block) => paramsOf(block, nameOf)).slice(0, paramsMax)

const paramsOf = (block: RegisterBlock, nameOf: (kind: RegisterKind, address: number) => string): ParamTemplate[] => {
  const { kind, address, words } = block
  const paramAt = (offset: number, format: Pick<ParamTemplate, 'valueType' | 'order'>): ParamTemplate => ({
    name: nameOf(kind, address + offset),
    registerKind: kind,
    address: address + offset,
    ...format,
    isTracked: true,
    isProgrammable: false,
  })
  if (isBitKind(kind)) return words.map((_, offset) => paramAt(offset, { valueType: 'bit' }))
  const order = floatOrder(words)
  if (order === null) return words.map((_, offset) => paramAt(offset, { valueType: 'u16' }))
  return words.flatMap((_, offset) => {
    if (offset % 2 === 1) return []
    return offset + 1 < words.length
      ? [paramAt(offset, { valueType: 'f32', ...(order !== 'ABCD' && { order }) })]
      : [paramAt(offset, { valueType: 'u16' })]
  })
}

/** The order of bytes in which the pairs of a block are floats that make sense; null where there is none. */
const floatOrder = (words: readonly number[]): ByteOrder | null => {
  const pairs: [number, number][] = []
  for (let i = 0; i + 1 < words.length; i += 2) {
    const pair: [number, number] = [at(words, i), at(words, i + 1)]
    if (pair[0] !== 0 || pair[1] !== 0) pairs.push(pair)
  }
  if (pairs.length < pairsNeeded) return null
  const counts = byteOrders.map((order) => [order, pairs.filter((pair) => isPlausible(pair, order)).length] as const)
  const [best] = counts.toSorted(([, a], [, b]) => b - a)
  return best !== undefined && best[1] >= shareNeeded * pairs.length ? best[0] : null
}

const isPlausible = (pair: readonly number[], order: ByteOrder): boolean => {
  const decoded = compileValue({ valueType: 'f32', order }).decode(pair)
  if (!('ok' in decoded)) return false
  const size = Math.abs(Number(decoded.ok))
  return size >= plausible.from && size < plausible.till
}
