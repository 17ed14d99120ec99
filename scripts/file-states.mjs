// What was checked of a file stays true until its state changes. A check of types sees what the file imports, too.
import { createHash } from 'node:crypto'
import { posix } from 'node:path'

const digest = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('base64url')
}

/** Of a check that looks at nothing but the file. */
export const ownStates = (paths, { read, common }) => {
  const shared = digest(common)
  return new Map(paths.map((path) => [path, digest(path, shared, read(path))]))
}

/** What adds to the types of other files, which need not import it. */
const isAmbient = (path, text) => path.endsWith('.d.ts') || /^declare (module|global)\b/m.test(text)

const packageOf = (path) => /^packages\/[^/]+|^[^/]+/.exec(path)?.[0]

/**
 * Of a check that follows types: a file changes with all that it imports, over others too, and with what adds to types in its package. `resolve`
 * gives the path that an import leads to, or undefined for what is not ours; that changes with `common`.
 */
export const typeStates = (paths, { read, importsOf, resolve, common }) => {
  const texts = new Map(paths.map((path) => [path, read(path)]))
  const withImports = new Map()
  const stateOf = (path) => {
    const known = withImports.get(path)
    if (known !== undefined) return known
    const text = texts.get(path) ?? read(path)
    // Where files import each other, which they should not, until the state is known.
    withImports.set(path, digest(text))
    const imported = importsOf(text).map((name) => resolve(posix.dirname(path), name))
    const state = digest(text, ...imported.filter((target) => target !== undefined).map(stateOf))
    withImports.set(path, state)
    return state
  }
  const ambient = paths.filter((path) => isAmbient(path, texts.get(path)))
  const shared = digest(common, ...ambient.map((path) => texts.get(path)))
  const inPackage = new Map(
    Array.from(Map.groupBy(ambient, packageOf), ([name, ones]) => [name, digest(...ones.map(stateOf))]),
  )
  const stateWith = (path) => digest(path, shared, inPackage.get(packageOf(path)) ?? '', stateOf(path))
  return new Map(paths.map((path) => [path, stateWith(path)]))
}
