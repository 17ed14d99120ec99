import type { Language } from '../state/preferences.ts'
import type { FirstTexts, Texts } from './texts.ts'

/** Only the language that is shown is loaded, once; what failed is tried again. */
const once = <T>(load: Record<Language, () => Promise<T>>): ((language: Language) => Promise<T>) => {
  const loaded = new Map<Language, Promise<T>>()
  return (language) => {
    const found = loaded.get(language) ?? load[language]()
    loaded.set(language, found)
    found.then(
      // As React marks a promise that it has seen: it draws at once with what is there.
      (value) => Object.assign(found, { status: 'fulfilled', value }),
      () => loaded.delete(language),
    )
    return found
  }
}

export const loadTexts = once<Texts>({
  en: async () => (await import('./en/index.ts')).en,
  pl: async () => (await import('./pl/index.ts')).pl,
  ru: async () => (await import('./ru/index.ts')).ru,
  uk: async () => (await import('./uk/index.ts')).uk,
})

export const loadFirstTexts = once<FirstTexts>({
  en: async () => (await import('./en/first.ts')).first,
  pl: async () => (await import('./pl/first.ts')).first,
  ru: async () => (await import('./ru/first.ts')).first,
  uk: async () => (await import('./uk/first.ts')).first,
})
