import type { Language } from '@busbar/messaging/texts'

/** The API's names of the languages and the world's. */
export const locales: Readonly<Record<Language, string>> = { en: 'en', pl: 'pl', ru: 'ru', ua: 'uk' }

/** A text for each language that there is, by the world's names. */
type Texts = Readonly<Record<string, string | undefined>>

/** A text in a language, otherwise in English. */
export const textIn = (texts: Texts, lang: Language): string | undefined => texts[locales[lang]] ?? texts['en']
