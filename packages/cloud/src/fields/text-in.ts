import type { Language } from '@busbar/messaging/texts'

/** Language codes of the API and their ISO codes. */
export const locales: Readonly<Record<Language, string>> = { en: 'en', pl: 'pl', ru: 'ru', ua: 'uk' }

/** Texts by ISO language code. */
type Texts = Readonly<Record<string, string | undefined>>

/** Returns the text in a language, or else in English. */
export const textIn = (texts: Texts, lang: Language): string | undefined => texts[locales[lang]] ?? texts['en']
