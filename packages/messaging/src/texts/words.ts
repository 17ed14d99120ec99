import { fill as fillText, type MessageValues } from '@busbar/ui/messages'
import type { Language } from '../message/message.ts'
import type { Texts } from './messages.ts'
import { texts } from './texts.ts'

type Alerts = Texts['alerts']

/** Keys of texts without arguments, in messages and on the page of a confirm link. */
export type Word = { [Key in keyof Alerts]: Alerts[Key] extends string ? Key : never }[keyof Alerts]

/** The language as the rest of the world names it. */
export const localeOf = (language: Language): string => (language === 'ua' ? 'uk' : language)

export const isLanguage = (text: unknown): text is Language => typeof text === 'string' && Object.hasOwn(texts, text)

export const word = (language: Language, key: Word): string => texts[language].alerts[key]

/** A text with its arguments. */
export const fill = (language: Language, key: keyof Alerts, values: MessageValues): string =>
  fillText(texts[language].alerts[key], values)

/** A text that may be there, as for a reason that a provider gave. */
export const wordIfKnown = (language: Language, key: string): string | undefined => {
  const text = hasText(key) ? texts[language].alerts[key] : undefined
  return typeof text === 'string' ? text : undefined
}

export const hasText = (key: string): key is keyof Alerts => Object.hasOwn(texts.en.alerts, key)
