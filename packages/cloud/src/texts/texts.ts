import { fileURLToPath } from 'node:url'
import type { Language } from '@busbar/messaging/texts'
import { type CatalogueLanguage, readTexts } from '@busbar/ui/catalogue'
import type { Texts } from './messages.ts'

const folder = fileURLToPath(new URL('../../messages', import.meta.url))
const read = (locale: CatalogueLanguage): Texts => readTexts(folder, locale) as Texts

/** Texts of the log of alerts, of reports and of mails about accounts; by the API's names of the languages. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: read('en'),
  pl: read('pl'),
  ru: read('ru'),
  ua: read('uk'),
}
