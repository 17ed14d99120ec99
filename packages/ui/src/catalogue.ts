import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { type CompiledCatalogue, createTexts } from './messages.ts'

/** Languages with a catalogue in each program. */
export const catalogueLanguages = ['en', 'pl', 'ru', 'uk'] as const
export type CatalogueLanguage = (typeof catalogueLanguages)[number]

/** Messages in ICU syntax by key, in groups; a list contains texts without arguments. */
export interface Catalogue {
  readonly [key: string]: string | readonly string[] | Catalogue
}

/** Reads a catalogue of a program: `folder` contains one file for each language. */
export const readCatalogue = (folder: string, language: CatalogueLanguage): Catalogue =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Catalogue

/** Names of the catalogues that a program loads on their own, each in a folder: those `first` are areas like the others. */
export const ownCatalogues = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

/** Reads all messages of a language, from all catalogues of a program. */
export const readMessages = (folder: string, language: CatalogueLanguage): Catalogue => {
  const own = ownCatalogues(folder).map((name) => {
    const messages = readCatalogue(join(folder, name), language)
    return name === 'first' ? messages : { [name]: messages }
  })
  return Object.assign({}, ...own, readCatalogue(folder, language)) as Catalogue
}

/** Compiles every message, so that no parser is needed where the texts are shown. */
export const compileCatalogue = (catalogue: Catalogue, path = ''): CompiledCatalogue =>
  Object.fromEntries(
    Object.entries(catalogue).map(([key, message]) => [
      key,
      compileMessage(message, path === '' ? key : `${path}.${key}`),
    ]),
  )

/** Text without these characters needs no parser. */
const syntax = /[{}'<]/

const compileMessage = (message: Catalogue[string], path: string): CompiledCatalogue[string] => {
  if (typeof message === 'object' && !Array.isArray(message)) return compileCatalogue(message as Catalogue, path)
  try {
    if (typeof message === 'string') return syntax.test(message) ? compile(message) : message
    const texts = (message as readonly string[]).map((text) => compile(text))
    if (texts.every((text) => typeof text === 'string')) return texts
  } catch (error) {
    throw new Error(`message ${path} is not valid ICU syntax`, { cause: error })
  }
  throw new Error(`message ${path}: texts of a list cannot have arguments`)
}

/** Loads the texts of a language from the files: for services and tests. */
export const readTexts = (folder: string, language: CatalogueLanguage): unknown =>
  createTexts(compileCatalogue(readMessages(folder, language)), language)

/** Compiles the catalogues of a program when Vite loads them; Vite makes modules of them as of any JSON. */
export const compiledMessages = {
  name: 'compiled-messages',
  enforce: 'pre',
  transform(code: string, id: string): string | null {
    if (!/\/messages\/(?:[a-z]+\/)?[a-z]{2}\.json$/.test(id)) return null
    return JSON.stringify(compileCatalogue(JSON.parse(code) as Catalogue))
  },
} as const
