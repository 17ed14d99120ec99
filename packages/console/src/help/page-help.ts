import type { Language } from '../state/preferences.ts'

/** What one had better know of a page: a few sentences in each language. */
export type PageHelp = Readonly<Record<Language, readonly string[]>>
