import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { type Catalogue, catalogueLanguages, ownCatalogues, readCatalogue } from './catalogue.ts'

/** An argument where it stands in a message; with its branches, if it has such. */
export interface ArgumentNode {
  name: string
  type: 'text' | 'number' | 'select' | 'plural'
  branches: Readonly<Record<string, unknown>>
}

/** Types of nodes by the number that icu-minify gives them. Dates are formatted by the caller, like all measured values. */
const nodeTypes: Readonly<Record<number, ArgumentNode['type']>> = { 1: 'select', 2: 'plural', 4: 'number' }

/** Returns every argument of a message, also those inside branches. */
export const argumentNodesOf = (message: string): ArgumentNode[] => nodesIn(compile(message))

const nodesIn = (compiled: unknown): ArgumentNode[] => {
  if (!Array.isArray(compiled)) return []
  return compiled.flatMap((part: unknown) => {
    if (!Array.isArray(part)) return []
    const [name, code, rest] = part as [string, unknown, unknown]
    const type = code === undefined ? 'text' : nodeTypes[Number(code)]
    if (type === undefined) throw new Error(`argument ${name} is neither text, number, select nor plural`)
    const branches = type === 'select' || type === 'plural' ? (rest as ArgumentNode['branches']) : {}
    return [{ name, type, branches }, ...Object.values(branches).flatMap(nodesIn)]
  })
}

/** Returns the types of the arguments of a message, by name. A number stays one where it is also inserted as text. */
const argumentsOf = (messages: readonly string[]): Map<string, string> => {
  const found = new Map<string, string>()
  for (const { name, type } of messages.flatMap(argumentNodesOf)) {
    if (type === 'number' || type === 'plural') found.set(name, 'number')
    else if (!found.has(name)) found.set(name, 'string | number')
  }
  return found
}

/** Writes the types of a program's texts: the keys of the English catalogue, with the arguments that any language requires as numbers. */
export const messageTypesOf = (folder: string): string => {
  const names = ownCatalogues(folder)
  const own = names.map((name) => interfaceOf(typeName(name), join(folder, name)))
  const rest = interfaceOf(names.includes('first') ? 'Texts extends FirstTexts' : 'Texts', folder)
  return ['/** Types of the messages of `messages/*.json`: `npm run messages` writes this file. */', ...own, rest].join(
    '\n\n',
  )
}

const typeName = (catalogue: string): string => `${catalogue.slice(0, 1).toUpperCase()}${catalogue.slice(1)}Texts`

const interfaceOf = (name: string, folder: string): string => {
  const [english = {}, ...others] = catalogueLanguages.map((language) => readCatalogue(folder, language))
  return `export interface ${name} {\n${membersOf(english, others, '  ')}}\n`
}

const membersOf = (group: Catalogue, others: readonly (Catalogue | undefined)[], indent: string): string =>
  Object.entries(group)
    .map(([key, message]) => {
      const translations = others.map((other) => other?.[key])
      return `${indent}${/^[A-Za-z_]\w*$|^\d+$/.test(key) ? key : `'${key}'`}: ${typeOf(message, translations, indent)}\n`
    })
    .join('')

const typeOf = (
  message: Catalogue[string],
  translations: readonly (Catalogue[string] | undefined)[],
  indent: string,
): string => {
  if (Array.isArray(message)) return 'readonly string[]'
  if (typeof message === 'object') {
    return `{\n${membersOf(message as Catalogue, translations as (Catalogue | undefined)[], `${indent}  `)}${indent}}`
  }
  const types = argumentsOf([message, ...translations].filter((text) => typeof text === 'string'))
  if (types.size === 0) return 'string'
  return `(values: { ${Array.from(types, ([name, type]) => `${name}: ${type}`).join('; ')} }) => string`
}
