import { referringAttributes } from './allowed.ts'
import { styleValue, urlFragmentOf } from './values.ts'

const selector = /^svg[\w\-.#* ]{0,199}$/
const comment = /\/\*[^]*?(?:\*\/|$)/g
const rulesMax = 2000

interface Style {
  /** `fill:red;stroke:none`, or empty. */
  text: string
  /** References to other elements of the drawing become attributes. */
  references: Map<string, string>
}

/** Parses declarations and generates them again, only known ones. */
export const cleanStyle = (source: string): Style => {
  const allowed = new Map<string, string>()
  const references = new Map<string, string>()
  for (const declaration of source.replace(comment, ' ').split(';')) {
    const colon = declaration.indexOf(':')
    const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase()
    const rawValue = declaration.slice(colon + 1)
    const target = referringAttributes.has(property) ? urlFragmentOf(rawValue) : null
    const value = target === null ? styleValue(property, rawValue) : null
    if (target === null && value === null) continue
    // The last one counts, as everywhere in styles.
    allowed.delete(property)
    references.delete(property)
    if (value !== null) allowed.set(property, value)
    else references.set(property, `url(#${target})`)
  }
  return { text: Array.from(allowed, ([property, value]) => `${property}:${value}`).join(';'), references }
}

/**
 * Reads a style sheet and writes it again: plain rules alone, no at-rules, each of them kept inside of drawings, so that none reaches the
 * page around one.
 */
export const cleanSheet = (source: string): string => {
  const rules: string[] = []
  let rest = source.replace(comment, ' ')
  for (let count = 0; count < rulesMax; count += 1) {
    const head = /^[^{};]*(?=[{;])/.exec(rest)?.[0]
    if (head === undefined) break
    rest = rest.slice(head.length)
    const block = rest.startsWith('{') ? blockOf(rest) : ';'
    if (block === null) break
    rest = rest.slice(block.length)
    const selectors = cleanSelectors(head)
    const { text } = cleanStyle(block.slice(1, -1))
    if (selectors !== '' && text !== '') rules.push(`${selectors}{${text}}`)
  }
  return rules.join('\n')
}

/** From a brace to the one that closes it; null when there is none. */
const blockOf = (text: string): string | null => {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (depth === 0) return text.slice(0, at + 1)
  }
  return null
}

const cleanSelectors = (head: string): string =>
  head
    .split(',')
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .filter((one) => one !== '')
    .map((one) => (/^svg(?:[ .#]|$)/.test(one) ? one : `svg ${one}`))
    .filter((one) => selector.test(one))
    .join(',')
