import { type Language, textsBeside } from '../service-texts/texts.ts'

export type { Language } from '../service-texts/texts.ts'

/** What messages and the page of a confirm link say. */
export const words = textsBeside(import.meta.url)

/** The language as the rest of the world names it. */
export const localeOf = (language: Language): string => (language === 'ua' ? 'uk' : language)

export const isLanguage = (text: unknown): text is Language => typeof text === 'string' && Object.hasOwn(words, text)

/** A key without a text would be seen at once. */
export const word = (language: Language, key: string): string => words[language][key] ?? key

/** A text with its gaps filled. What is filled in is never looked at again, so braces in a name mean nothing. */
export const fill = (language: Language, key: string, gaps: Readonly<Record<string, string>>): string =>
  word(language, key).replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap)

/** A text that may be there, as for a reason that a provider gave. */
export const wordIfKnown = (language: Language, key: string): string | undefined =>
  Object.hasOwn(words[language], key) ? words[language][key] : undefined
