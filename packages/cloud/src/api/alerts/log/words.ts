import { readFileSync } from 'node:fs'
import type { Language } from '../../../texts/texts.ts'

const read = (locale: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`./${locale}.json`, import.meta.url), 'utf8')) as Record<string, string>

/** What the log can say, by the API's names of the languages. */
export const words: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: read('en'),
  pl: read('pl'),
  ru: read('ru'),
  ua: read('uk'),
}

/** A sentence with its gaps filled. What is filled in is never looked at again, so braces in a name mean nothing. */
export const say = (lang: Language, word: string, gaps: Readonly<Record<string, string>> = {}): string =>
  (words[lang][word] ?? word).replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap)

export const isWord = (text: string): boolean => Object.hasOwn(words.en, text)
