// Packs the program into a few files, for the next start: half of a start is finding and reading two thousand. Packages of others stay
// where they are, but for zod, which is a hundred files. Stack traces name the sources, by source maps.
import { globSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { looksOf, packedFolder, program, stampPath } from './packed.mjs'

// Low priority, so that other programs do not wait. A system that refuses this loses only the priority.
setPriority(10)

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, packedFolder)
/** Others may still run from one that was made before. */
const keptMax = 3

// The builder of the pages, by the package that brings it.
const { rolldown } = await import(
  pathToFileURL(createRequire(join(root, 'node_modules/vite/package.json')).resolve('rolldown')).href
)

const isPackage = (id) => /^[^./]/.test(id)
const isOurs = (id) => /^(?:@busbar\/|zod(?:\/|$))/.test(id)

const sources = {
  name: 'sources',
  async resolveId(id, importer) {
    if (importer === undefined || id.startsWith('node:') || (isOurs(id) && isPackage(id))) return null
    const found = await this.resolve(id, importer, { skipSelf: true })
    if (found === null || !isPackage(id)) return found
    // Kept as a name if it resolves to the same file from here.
    const isAtRoot = found.id.startsWith(join(root, 'node_modules', id.split('/')[0]) + sep)
    return { id: isAtRoot ? id : found.id, external: true }
  },
  /** Files lie beside the sources, and threads begin there. */
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null
    return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
  },
}

const startedMs = Date.now()
const name = `${startedMs}`
const packing = await rolldown({
  input: { main: join(root, program) },
  platform: 'node',
  external: /^node:/,
  plugins: [sources],
})
mkdirSync(folder, { recursive: true })
const { output } = await packing.write({
  dir: join(folder, name),
  sourcemap: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
})
await packing.close()

const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
const ours = modules.filter((id) => id.startsWith(root) && !id.includes('/node_modules/'))
const inputs = [
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'scripts/pack.mjs',
  ...globSync('{packages/*,templates}/package.json', { cwd: root }),
  ...new Set(ours.map((id) => relative(root, id))),
]
// A source that was changed meanwhile was read before or after: which is not known.
const isSure = looksOf(root, inputs)
  .split(',')
  .every((look) => Number(look.split(' ')[1]) < startedMs)
if (isSure) {
  const part = `${stampPath}.${process.pid}`
  const stamp = { entry: `${name}/main.mjs`, inputs, looks: looksOf(root, inputs) }
  writeFileSync(join(root, part), JSON.stringify(stamp))
  renameSync(join(root, part), join(root, stampPath))
}
const made = readdirSync(folder).filter((one) => /^\d+$/.test(one))
for (const old of made.toSorted((a, b) => Number(b) - Number(a)).slice(keptMax))
  rmSync(join(folder, old), { recursive: true, force: true })
