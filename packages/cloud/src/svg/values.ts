import { functions, geometry, presentationAttributes, referringAttributes, styleOnly } from './allowed.ts'

const fragment = /^#([A-Za-z_][\w.-]{0,99})$/
const localUrl = /^url\( *(['"]?)(#[A-Za-z_][\w.-]{0,99})\1 *\)$/i
const id = /^[A-Za-z_][\w.-]{0,99}$/
const classes = /^[A-Za-z_][\w -]{0,999}$/
/** No colon, backslash, slash, semicolon, bracket of any other kind: nothing that a style or an address is made of. */
const plain = /^[\p{L}\p{N} #%.,+\-_()'"]*$/u
const quotedText = /'[^'"()]*'|"[^'"()]*"/g
/** Matches only from the start of a word, so that a long one is scanned once. */
const call = /(?<![\w-])([\w-]*) ?\([^()]*\)/g

/** The element of the same drawing that a link leads to; null where it leads elsewhere. */
export const fragmentOf = (value: string): string | null => fragment.exec(value.trim())?.[1] ?? null

/** The same of `url(#name)`. */
export const urlFragmentOf = (value: string): string | null => localUrl.exec(value.trim())?.[2]?.slice(1) ?? null

/** A value that can be nothing but itself, without needless spaces; null for any other. */
const plainValue = (value: string): string | null => {
  const text = value.replace(/[ \t\r\n\f]+/g, ' ').trim()
  if (text === '' || !plain.test(text)) return null
  if (!/[('")]/.test(text)) return text
  const bare = text.replace(quotedText, '')
  if (bare.includes("'") || bare.includes('"')) return null
  const isHarmless = Array.from(bare.matchAll(call)).every(([, name = '']) => functions.has(name.toLowerCase()))
  return isHarmless && !/[()]/.test(bare.replace(call, '')) ? text : null
}

/** The value of a property of a style; `!important` may stand behind it. */
export const styleValue = (property: string, value: string): string | null => {
  if (!presentationAttributes.has(property) && !styleOnly.has(property)) return null
  const [, before = '', important = ''] = /^(.*?)(?: *(! *important))?$/is.exec(value.replace(/\s+/g, ' ').trim()) ?? []
  const text = plainValue(before)
  return text === null || important === '' ? text : `${text} !important`
}

/** The value of an attribute that has no namespace and is no style; null where there may be none of the kind. */
export const attributeValue = (name: string, value: string): string | null => {
  if (name === 'id') return id.test(value.trim()) ? value.trim() : null
  if (name === 'class') return classes.test(value.trim()) ? value.trim() : null
  if (name === 'href') return prefixed('#', fragmentOf(value))
  if (referringAttributes.has(name)) {
    const target = urlFragmentOf(value)
    if (target !== null) return `url(#${target})`
  }
  return presentationAttributes.has(name) || geometry.has(name) ? plainValue(value) : null
}

const prefixed = (prefix: string, text: string | null): string | null => (text === null ? null : prefix + text)
