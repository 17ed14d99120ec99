// Makes the npm package of Busbar: dist/busbar-VERSION.tgz, for `npx --package=./busbar-VERSION.tgz busbar`. It holds our code without types, for
// Node refuses types below node_modules, and every package that it needs but two: the Node that runs it and PostgreSQL, which npm chooses by machine.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPostgres, writeBusbar } from './package-tree.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Folders of packages in a tree's node_modules, as names with versions. */
const bundled = (folder) =>
  Object.fromEntries(
    globSync(['*/package.json', '@*/*/package.json'], { cwd: join(folder, 'node_modules') })
      .map((path) => JSON.parse(readFileSync(join(folder, 'node_modules', path), 'utf8')))
      .map(({ name, version }) => [name, version])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

export const packNpm = async () => {
  const { version, description, license, engines, optionalDependencies: nodes } = readJson('package.json')
  const { optionalDependencies: others } = readJson('packages/cloud/package.json')
  const folder = join(root, 'dist/npm')
  rmSync(folder, { recursive: true, force: true })
  await writeBusbar(folder, { isForAll: true })
  const dependencies = bundled(folder)
  const manifest = {
    name: 'busbar',
    version,
    description,
    license,
    engines,
    type: 'module',
    bin: { busbar: 'busbar.mjs' },
    dependencies,
    bundleDependencies: Object.keys(dependencies),
    optionalDependencies: {
      ...nodes,
      ...Object.fromEntries(Object.entries(others).filter(([name]) => isPostgres(name))),
    },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  cpSync(join(root, 'packages/cli/packaging/busbar.mjs'), join(folder, 'busbar.mjs'))
  chmodSync(join(folder, 'busbar.mjs'), 0o755)
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', join(root, 'dist')], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  return { path: join(root, 'dist', packed.filename), bytes: packed.size, unpackedBytes: packed.unpackedSize }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { path, bytes, unpackedBytes } = await packNpm()
  console.log(`${path}: ${(bytes / 1e6).toFixed(1)} MB, unpacked ${(unpackedBytes / 1e6).toFixed(1)} MB`)
}
