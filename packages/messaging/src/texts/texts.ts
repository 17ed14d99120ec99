import { fileURLToPath } from 'node:url'
import { type CatalogueLanguage, readTexts } from '@busbar/ui/catalogue'
import type { Language } from '../message/message.ts'
import type { Texts } from './messages.ts'

const folder = fileURLToPath(new URL('../../messages', import.meta.url))
const read = (locale: CatalogueLanguage): Texts => readTexts(folder, locale) as Texts

/** Texts of messages, and names of the API; by the API's names of the languages. Keys are flat in each area, as in the API. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: read('en'),
  pl: read('pl'),
  ru: read('ru'),
  ua: read('uk'),
}

/** The texts asked for, or all; unknown keys are left out. */
export const textsOf = (lang: Language, keys?: readonly string[]): Record<string, string> => {
  const known: Readonly<Record<string, string>> = texts[lang].names
  if (keys === undefined) return { ...known }
  return Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(known, key) ? [[key, known[key] ?? '']] : [])))
}
