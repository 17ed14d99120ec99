import { readFileSync } from 'node:fs'
import { type Catalogue, type CatalogueLanguage, catalogueLanguages, readMessages } from './catalogue.ts'
import { argumentNodesOf } from './message-types.ts'

/** Every message by its path; items of a list have a number as their last part. */
const messagesOf = (catalogue: Catalogue, path: readonly string[] = []): Map<string, string> =>
  new Map(
    Object.entries(catalogue).flatMap(([key, message]) =>
      typeof message === 'string'
        ? [[[...path, key].join('.'), message] as const]
        : [...messagesOf(message as Catalogue, [...path, key])],
    ),
  )

/** Lists what is wrong with the catalogues of a program: keys, arguments and plural forms that differ from what a language requires. */
export const problemsOf = (folder: string): string[] => {
  const english = messagesOf(readMessages(folder, 'en'))
  return catalogueLanguages.flatMap((language) => {
    const messages = messagesOf(readMessages(folder, language))
    const missing = [...english.keys()].filter((path) => !messages.has(path)).map((path) => `${path} is missing`)
    const found = [...messages].flatMap(([path, message]) =>
      messageProblems(path, message, english.get(path), language),
    )
    return [...missing, ...found].map((problem) => `${language}: ${problem}`)
  })
}

const messageProblems = (
  path: string,
  message: string,
  english: string | undefined,
  language: CatalogueLanguage,
): string[] => {
  if (english === undefined) return [`${path} is not an English message`]
  if (message.trim() === '') return [`${path} is empty`]
  try {
    const [own, wanted] = [message, english].map((text) => argumentNamesOf(text).join(', '))
    const problems = own === wanted ? [] : [`${path} has the arguments "${own}", English has "${wanted}"`]
    return [...problems, ...formProblems(path, message, language)]
  } catch (error) {
    return [`${path} is not valid: ${String(error)}`]
  }
}

const argumentNamesOf = (message: string): string[] =>
  [...new Set(argumentNodesOf(message).map(({ name }) => name))].toSorted()

/** A plural has exactly the forms of its language, and may have texts for single numbers besides. A select needs one for all others. */
const formProblems = (path: string, message: string, language: CatalogueLanguage): string[] => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return argumentNodesOf(message).flatMap(({ name, type, branches }) => {
    const found = Object.keys(branches).filter((form) => !form.startsWith('='))
    const isGood =
      type === 'plural'
        ? found.toSorted().join() === forms.toSorted().join()
        : type !== 'select' || found.includes('other')
    return isGood ? [] : [`${path} has the forms "${found.join(', ')}" of ${name}`]
  })
}

/**
 * Lists messages that no source uses. A source uses a message if it names its area and its key, or if it names the area and selects from the
 * group of the message at run time: `kinds[kind]`, or hands the group on as a whole.
 */
export const unusedMessages = (folder: string, sources: readonly string[]): string[] => {
  const files = sources.map((path) => {
    const text = readFileSync(path, 'utf8')
    return { text, words: new Set(text.match(/[\w-]+/g)) }
  })
  return Object.entries(readMessages(folder, 'en')).flatMap(([area, messages]) => {
    const own = files.filter(({ words }) => words.has(area))
    const unusedIn = (group: Catalogue, path: readonly string[]): string[] => {
      const name = path.at(-1) ?? area
      const isSelected =
        path.length === 1
          ? own.some(({ text }) => selectsFromArea(text, area))
          : files.some(({ text }) => new RegExp(`\\b${name}(?:\\?\\.)?\\[`).test(text)) ||
            own.some(({ text }) => handsOn(text, name))
      if (isSelected) return []
      return Object.entries(group).flatMap(([key, message]) => {
        if (typeof message === 'object' && !Array.isArray(message))
          return unusedIn(message as Catalogue, [...path, key])
        return own.some(({ words }) => words.has(key)) ? [] : [[...path, key].join('.')]
      })
    }
    return unusedIn(messages as Catalogue, [area])
  })
}

/** Returns whether a source selects a text of an area at run time, under its own name or as in `{ area: texts }`. */
const selectsFromArea = (text: string, area: string): boolean => {
  const [, renamed = area] =
    new RegExp(`\\{[^{}]*\\b${area}(?:: (\\w+))?\\b[^{}]*\\}(?: = use(?:First)?Texts\\(|: )`).exec(text) ?? []
  const names = `(?:${renamed}|\\.${area})`
  return new RegExp(
    `(?<![\\w.])(?:\\w+)?${names}\\[[^\\d'\\]]|text(?:For|Of)(?:<[^()]*>)?\\((?:\\w+\\.)?${names},|Record<string, string>> = ${names}\\n`,
  ).test(text)
}

const handsOn = (text: string, group: string): boolean =>
  new RegExp(`\\.${group}(?![\\w.(?-])|[(=] ?${group}\\b(?![\\w.(-])`).test(text)

/**
 * Lists keys of flat areas that no source uses: neither as a whole, nor by the name before the point, as in `stage.${stage}`. Names of areas
 * whose keys are selected in both parts, as in `${kind}.subject`, are used as a whole.
 */
export const unusedKeys = (folder: string, areas: readonly string[], sources: readonly string[]): string[] => {
  const code = sources.map((path) => readFileSync(path, 'utf8')).join()
  const isUsed = (area: string, key: string): boolean =>
    code.includes(`'${key}'`) || code.includes(`\`${key.split('.')[0]}.\${`) || code.includes(`.${area}[\`\${`)
  const messages = readMessages(folder, 'en')
  return areas.flatMap((area) => Object.keys(messages[area] ?? {}).filter((key) => !isUsed(area, key)))
}
