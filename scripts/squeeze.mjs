// Makes modules shorter for machines with little memory: V8 keeps the text of every module that runs, with two bytes for each character
// where a single one of them is beyond Latin. Names and statements stay as they are.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

// Comes with the builder of the pages.
const { minifySync, parseSync, Visitor } = await import(
  pathToFileURL(createRequire(join(root, 'node_modules/vite/package.json')).resolve('rolldown/utils')).href
)

const whitespaceOnly = { compress: false, mangle: false, codegen: { removeWhitespace: true } }
const beyondLatin = /[\u0100-\uffff]/g

/** Without comments and spaces; characters beyond Latin, which are in texts and patterns alone, as escapes. */
export const squeezed = (name, code) => {
  const { code: short, errors } = minifySync(name, code, whitespaceOnly)
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`)
  return short.replaceAll(beyondLatin, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Without comments, indentation, and the spaces that types left; every statement stays on its line, which is named by what we log. */
export const squeezedLines = (name, code) => {
  const { program, comments, errors } = parseSync(name, code)
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`)
  const texts = []
  const keep = ({ start, end }) => texts.push([start, end])
  new Visitor({ Literal: keep, TemplateElement: keep }).visit(program)
  let plain = code
  for (const { start, end } of comments)
    plain = plain.slice(0, start) + plain.slice(start, end).replaceAll(/[^\n]/g, ' ') + plain.slice(end)
  let short = ''
  let at = 0
  for (const [start, end] of texts.toSorted(([one], [other]) => one - other)) {
    short += withoutSpaces(plain.slice(at, start)) + plain.slice(start, end)
    at = end
  }
  return short + withoutSpaces(plain.slice(at))
}

const withoutSpaces = (code) =>
  code
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n[ \t]+/g, '\n')
    .replaceAll(/[ \t]{2,}/g, ' ')

/** Messages in fifty languages, of which ours are not made: a megabyte once they are loaded. */
const withoutUse = /zod\/v4\/locales\/index\.c?js$/

/** Every module below a folder. */
export const squeezeAll = (folder) => {
  const found = globSync('**/*.{js,cjs,mjs}', { cwd: folder, withFileTypes: true })
  for (const { parentPath, name } of found.filter((one) => one.isFile())) {
    const path = join(parentPath, name)
    const squeeze = path.includes('@busbar') ? squeezedLines : squeezed
    writeFileSync(path, withoutUse.test(path) ? '' : squeeze(path, readFileSync(path, 'utf8')))
  }
}
