import { type CompiledCatalogue, loadTexts as loadFrom } from '@busbar/ui/messages'
import type { Language } from '../data/state/preferences.ts'
import type { FirstTexts, Texts } from './messages.ts'

/** Catalogues of the languages, each in a file of its own, by path. */
const first = import.meta.glob<CompiledCatalogue>('../../messages/first/*.json', { import: 'default' })
const others = import.meta.glob<CompiledCatalogue>('../../messages/*.json', { import: 'default' })

/** Loads only the language that is shown, once; a failed load is tried again. */
const once = <T>(load: (language: Language) => Promise<T>): ((language: Language) => Promise<T>) => {
  const loaded = new Map<Language, Promise<T>>()
  return (language) => {
    const found = loaded.get(language) ?? load(language)
    loaded.set(language, found)
    found.then(
      // Marks the promise as resolved for React, which then renders at once.
      (value) => Object.assign(found, { status: 'fulfilled', value }),
      () => loaded.delete(language),
    )
    return found
  }
}

/** Loads the texts of the sign-in form and those that every page uses: they come with the page, long before the others. */
export const loadFirstTexts = once((language) =>
  loadFrom<FirstTexts>(first, `../../messages/first/${language}.json`, language),
)

export const loadTexts = once(async (language): Promise<Texts> => {
  const parts = [
    loadFirstTexts(language),
    loadFrom<Texts>(others, `../../messages/${language}.json`, language),
  ] as const
  const [early, late] = await Promise.all(parts)
  return { ...early, ...late }
})
