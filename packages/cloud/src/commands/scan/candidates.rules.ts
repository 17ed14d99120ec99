import { shippedOrgId, type TemplateLine } from '../../devices/templates/templates.sql.ts'
import type { Identity } from '../../field/scan/identity.rules.ts'

export interface Candidate {
  line: TemplateLine
  /** Its SKU is what the device calls itself, or words of the two are alike. */
  matched: 'sku' | 'text'
}

/** Templates that are tried on a device. */
const candidatesMax = 5
/** Shorter words are in too many names. */
const wordCharsMin = 3
const skuScore = 1000

/** Templates that may be a device's, by what it says of itself or what is written on it; the likeliest first. */
export const candidatesFor = (lines: readonly TemplateLine[], identity: Identity, hint?: string): Candidate[] => {
  const { vendorName, productCode, productName, modelName, userApplicationName } = identity
  const models = [productCode, modelName, productName, userApplicationName, hint].flatMap((text) => plain(text) ?? [])
  const words = new Set([vendorName, productCode, productName, modelName, hint].flatMap(wordsOf))
  return lines
    .map((line) => ({ line, ...likeness(line, models, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || Number(isShipped(a)) - Number(isShipped(b)) || a.line.id - b.line.id)
    .slice(0, candidatesMax)
    .map(({ line, isSku }) => ({ line, matched: isSku ? 'sku' : 'text' }))
}

/** Adds all variants of each candidate, because only the unit reveals the right one. */
export const withVariants = (candidates: readonly Candidate[], lines: readonly TemplateLine[]): Candidate[] => {
  const families = new Map(
    candidates.flatMap(({ line, matched }) => (line.variant ? [[line.variant.of, matched]] : [])),
  )
  const known = new Set(candidates.map(({ line }) => line.id))
  const siblings = lines.flatMap((line): Candidate[] => {
    const matched = families.get(line.variant?.of ?? '')
    return matched === undefined || known.has(line.id) ? [] : [{ line, matched }]
  })
  return [...candidates, ...siblings]
}

const isShipped = ({ line }: { line: TemplateLine }): boolean => line.orgId === shippedOrgId

/** A SKU says all, then the model's name, then the maker's. */
const likeness = (line: TemplateLine, models: readonly string[], words: ReadonlySet<string>) => {
  const isSku = line.skus.some((sku) => models.includes(plain(sku) ?? ''))
  const own = new Set([line.name, ...line.skus].flatMap(wordsOf))
  const shared = [...own].filter((word) => words.has(word) && /\d/.test(word)).length
  const isMaker = wordsOf(line.manufacturer).some((word) => words.has(word))
  return { isSku, score: isSku ? skuScore : 10 * shared + (isMaker ? 1 : 0) }
}

/** `SDM630-Modbus v2` is `sdm630modbusv2`. */
const plain = (text: string | undefined): string | null => {
  const letters = text?.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') ?? ''
  return letters === '' ? null : letters
}

const wordsOf = (text: string | undefined): string[] =>
  (text?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= wordCharsMin)
