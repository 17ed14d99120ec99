import { type Language, textsBeside } from '../../../texts/texts.ts'

/** What the log can say. */
export const words = textsBeside(import.meta.url)

/** A sentence with its gaps filled. What is filled in is never looked at again, so braces in a name mean nothing. */
export const say = (lang: Language, word: string, gaps: Readonly<Record<string, string>> = {}): string =>
  (words[lang][word] ?? word).replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap)

export const isWord = (text: string): boolean => Object.hasOwn(words.en, text)
