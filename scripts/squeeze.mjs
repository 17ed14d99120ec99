// Makes the sources of others' packages shorter for machines with little memory: V8 keeps the text of every module that runs, with two bytes
// for each character where a single one of them is beyond Latin. Names and statements stay as they are.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

// Comes with the builder of the pages.
const { minifySync } = await import(
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

/** Every module below a folder, but for our own: their lines are named by what they log. */
export const squeezeOthers = (folder) => {
  const found = globSync('**/*.{js,cjs,mjs}', { cwd: folder, withFileTypes: true })
  for (const { parentPath, name } of found.filter((one) => one.isFile())) {
    const path = join(parentPath, name)
    if (path.includes('@busbar')) continue
    writeFileSync(path, squeezed(path, readFileSync(path, 'utf8')))
  }
}
