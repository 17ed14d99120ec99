// A checked file stays valid until its state changes. Type checks also depend on its imports.
import { createHash } from 'node:crypto'
import { posix } from 'node:path'

const digest = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('base64url')
}

/** States for checks that depend on the file alone. */
export const ownStates = (paths, { read, common }) => {
  const shared = digest(common)
  return new Map(paths.map((path) => [path, digest(path, shared, read(path))]))
}

/** Ambient declarations change the types of files that do not import them. */
const isAmbient = (path, text) => path.endsWith('.d.ts') || /^declare (module|global)\b/m.test(text)

const packageOf = (path) => /^packages\/[^/]+|^[^/]+/.exec(path)?.[0]

/**
 * States for type checks: a file changes with its direct and indirect imports, and with ambient declarations in its
 * package. `resolve` returns the path of an import, or undefined for other packages, which change with `common`.
 */
export const typeStates = (paths, { read, importsOf, resolve, common }) => {
  const texts = new Map(paths.map((path) => [path, read(path)]))
  const withImports = new Map()
  const stateOf = (path) => {
    const known = withImports.get(path)
    if (known !== undefined) return known
    const text = texts.get(path) ?? read(path)
    // Breaks import cycles, which should not exist, until the state is known.
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
