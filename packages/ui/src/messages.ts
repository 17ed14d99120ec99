import format, { type CompiledMessage } from 'icu-minify/format'
import { numberText } from './quantity-format.ts'

/** Arguments of a message, by name. */
export type MessageValues = Readonly<Record<string, string | number>>

/** A message without arguments is its text; one with arguments formats them. */
export type Text = string | ((values: never) => string)

/** A catalogue with compiled messages. A list contains only texts, so it is never mistaken for a compiled message. */
export interface CompiledCatalogue {
  readonly [key: string]: CompiledMessage | readonly string[] | CompiledCatalogue
}

/** Creates the texts of a language from its compiled catalogue: the same keys, with a function for each message that has arguments. */
export const createTexts = (catalogue: CompiledCatalogue, language: string): unknown => {
  const options = { formatters: formattersOf(language) }
  const textsOf = (group: CompiledCatalogue): unknown =>
    Object.fromEntries(Object.entries(group).map(([key, message]) => [key, textOf(message)]))
  const textOf = (message: CompiledCatalogue[string]): unknown => {
    if (typeof message === 'string') return message
    if (!Array.isArray(message)) return textsOf(message as CompiledCatalogue)
    if (message.every((part) => typeof part === 'string')) return message
    return (values: Record<string, string | number>) => format(message as CompiledMessage, language, values, options)
  }
  return textsOf(catalogue)
}

/** Loads the texts of a language from catalogues that Vite found with `import.meta.glob`. */
export const loadTexts = async <Texts>(
  catalogues: Readonly<Record<string, () => Promise<CompiledCatalogue>>>,
  path: string,
  language: string,
): Promise<Texts> => {
  const load = catalogues[path]
  if (load === undefined) throw new Error(`the catalogue ${path} is missing`)
  return createTexts(await load(), language) as Texts
}

/** Returns a text that is selected at run time, with its arguments if it has any. */
export const fill = (text: Text, values: MessageValues): string =>
  typeof text === 'string' ? text : text(values as never)

/** Returns the text for a word of a service or gateway; the word itself where there is none. */
export const textFor = (texts: Readonly<Record<string, string>>, word: string): string =>
  Object.hasOwn(texts, word) ? (texts[word] ?? word) : word

type Formatters = Parameters<typeof format>[3]['formatters']

/** Numbers in messages have the same form as everywhere else in the program. */
const formattersOf = (language: string): Formatters => {
  let numbers: Intl.NumberFormat | undefined
  let rules: Intl.PluralRules | undefined
  return {
    getNumberFormat: () => (numbers ??= { format: numberText(language) } as Intl.NumberFormat),
    getPluralRules: () => (rules ??= new Intl.PluralRules(language)),
    getDateTimeFormat: () => new Intl.DateTimeFormat(language),
  }
}
