import type { Language } from '../state/preferences.ts'
import type { Texts } from './texts.ts'

const load = {
  en: async () => (await import('./en/index.ts')).en,
  pl: async () => (await import('./pl/index.ts')).pl,
  ru: async () => (await import('./ru/index.ts')).ru,
  uk: async () => (await import('./uk/index.ts')).uk,
} satisfies Record<Language, () => Promise<Texts>>

const loaded = new Map<Language, Promise<Texts>>()

/** Only the language that is shown is loaded. */
export const loadTexts = (language: Language): Promise<Texts> => {
  const found = loaded.get(language) ?? load[language]()
  loaded.set(language, found)
  return found
}
