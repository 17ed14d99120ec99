import type { en } from './en/index.ts'

/** The same keys, with any texts. */
type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> }

/** Every text of the panel. English says which there are; a language that lacks one does not compile. */
export type Texts = Translated<typeof en>

/** A text with what stands in its braces: `Unit {unit}`. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** The text for a word of the gateway; the word itself where there is none. */
export const textFor = (texts: Readonly<Record<string, string>>, word: string): string => texts[word] ?? word
