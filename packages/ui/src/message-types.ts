import { existsSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { type Catalogue, catalogueLanguages, readCatalogue } from './catalogue.ts'

/** Types of the arguments of a message, by name, in the order of their first use. */
export type MessageArguments = ReadonlyMap<string, string>

/** Numbers of the node types of icu-minify that have branches or require a number. */
const select = 1
const plural = 2
const ordinal = 3
const number = 4

/** Returns the arguments of a message. Other types than text, numbers, select and plural are refused: nothing formats them. */
export const argumentsOf = (message: string): MessageArguments => {
  const found = new Map<string, string>()
  const addNode = (node: unknown): void => {
    if (!Array.isArray(node)) return
    const [name, type, branches] = node as [string, number | undefined, Readonly<Record<string, unknown>> | undefined]
    if (type !== undefined && ![select, plural, ordinal, number].includes(type)) {
      throw new Error(`argument ${name} is neither text, number, select nor plural: ${message}`)
    }
    const isNumber = type !== undefined && type !== select
    const added = isNumber ? 'number' : 'string | number'
    // A number stays a number where it is also inserted as text.
    if (found.get(name) !== 'number') found.set(name, added)
    if (type !== number) for (const branch of Object.values(branches ?? {})) addNodes(branch)
  }
  const addNodes = (nodes: unknown): void => {
    if (Array.isArray(nodes)) for (const node of nodes) addNode(node)
  }
  addNodes(compile(message))
  return found
}

/** Writes the types of a program's texts: the keys of the English catalogue, with the arguments that any language requires as numbers. */
export const messageTypesOf = (folder: string): string => {
  const rest = interfaceOf('Texts', folder)
  const first = join(folder, 'first')
  const parts = existsSync(first)
    ? [interfaceOf('FirstTexts', first), rest.replace('interface Texts', 'interface Texts extends FirstTexts')]
    : [rest]
  return ['/** Types of the messages of `messages/*.json`: `npm run messages` writes this file. */', ...parts].join(
    '\n\n',
  )
}

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
  const types = new Map<string, string>()
  for (const text of [message, ...translations]) {
    if (typeof text !== 'string') continue
    for (const [name, type] of argumentsOf(text)) if (types.get(name) !== 'number') types.set(name, type)
  }
  if (types.size === 0) return 'string'
  return `(values: { ${Array.from(types, ([name, type]) => `${name}: ${type}`).join('; ')} }) => string`
}
