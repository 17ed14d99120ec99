import { readFileSync } from 'node:fs'

type Texts = Readonly<Record<string, string>>

const read = (locale: string): Texts =>
  JSON.parse(readFileSync(new URL(`./${locale}.json`, import.meta.url), 'utf8')) as Texts

/** What the service says to people, by the API's names of the languages. */
export const texts = { en: read('en'), pl: read('pl'), ru: read('ru'), ua: read('uk') } as const
export type Language = keyof typeof texts

/** The texts asked for, or all; keys that nobody knows are left out. */
export const textsOf = (lang: Language, keys?: readonly string[]): Record<string, string> => {
  const known = texts[lang]
  if (keys === undefined) return { ...known }
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(known, key) ? [[key, known[key] ?? '']] : [])))
}
