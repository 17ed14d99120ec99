import { type Language, textsBeside } from '@busbar/messaging/texts'

/** What the log can say. */
export const logTexts = textsBeside(import.meta.url)

/** A sentence with its gaps filled. What is filled in is never looked at again, so braces in a name mean nothing. */
export const logText = (lang: Language, key: string, gaps: Readonly<Record<string, string>> = {}): string =>
  (logTexts[lang][key] ?? key).replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap)

export const hasLogText = (key: string): boolean => Object.hasOwn(logTexts.en, key)
