import type { first } from './en/first.ts'
import type { en } from './en/index.ts'

/** The same keys, with any texts; functions take the same. */
type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: infer Given) => string
      ? (...given: Given) => string
      : Translated<T[K]>
}

/** Every text of the console. English says which there are; a language that lacks one does not compile. */
export type Texts = Translated<typeof en>

/** Those which are there before the rest. */
export type FirstTexts = Pick<Texts, keyof typeof first>

/** One area of a language: `export const overview: TextsOf<'overview'> = { ... }`. */
export type TextsOf<Area extends keyof Texts> = Texts[Area]
