import { readFileSync } from 'node:fs'
import type { Language } from '../../../texts/texts.ts'

export type { Language } from '../../../texts/texts.ts'

const read = (locale: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`./${locale}.json`, import.meta.url), 'utf8')) as Record<string, string>

/** What messages and the page of a confirm link say, by the API's names of the languages. */
export const words: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: read('en'),
  pl: read('pl'),
  ru: read('ru'),
  ua: read('uk'),
}

/** The language as the rest of the world names it. */
export const localeOf = (language: Language): string => (language === 'ua' ? 'uk' : language)

export const isLanguage = (text: unknown): text is Language => typeof text === 'string' && Object.hasOwn(words, text)

/** A key without a text would be seen at once. */
export const word = (language: Language, key: string): string => words[language][key] ?? key

/** A text that may be there, as for a reason that somebody else gave. */
export const wordIfKnown = (language: Language, key: string): string | undefined =>
  Object.hasOwn(words[language], key) ? words[language][key] : undefined
