import { readFileSync } from 'node:fs'

type Texts = Readonly<Record<string, string>>

/** Texts in the files beside a module, by the API's names of the languages. */
export const textsBeside = (module: string) => {
  const read = (locale: string): Texts => JSON.parse(readFileSync(new URL(`./${locale}.json`, module), 'utf8')) as Texts
  return { en: read('en'), pl: read('pl'), ru: read('ru'), ua: read('uk') } as const
}

/** What the service says to people. */
export const texts = textsBeside(import.meta.url)
export type Language = keyof typeof texts

/** The texts asked for, or all; unknown keys are left out. */
export const textsOf = (lang: Language, keys?: readonly string[]): Record<string, string> => {
  const known = texts[lang]
  if (keys === undefined) return { ...known }
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(known, key) ? [[key, known[key] ?? '']] : [])))
}
