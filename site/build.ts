// Makes the documentation site in site/dist: pages of the repository and of its data, built by VitePress, which has a lock file of its own so that nobody
// else has to install it. Ends with 1 when a link leads nowhere.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deadLinks } from './dead-links.ts'
import { site } from './pages.ts'
import { files, read, root } from './repository.ts'

const folder = `${root}site/vitepress`
const data = `${folder}/.data`
const built = `${root}site/dist`

const run = (command: string, args: readonly string[]): void => {
  const { status, error } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `exit ${status}`}`)
}

/** npm writes its list last: an install that was cut has none. */
const install = (): void => {
  const done = `${data}/installed-lock.json`
  const lock = read('site/vitepress/package-lock.json')
  if (
    existsSync(done) &&
    readFileSync(done, 'utf8') === lock &&
    existsSync(`${folder}/node_modules/.package-lock.json`)
  )
    return
  run('npm', ['ci', '--ignore-scripts'])
  mkdirSync(data, { recursive: true })
  writeFileSync(done, lock)
}

const put = (place: string, write: (path: string) => void): void => {
  mkdirSync(dirname(join(data, place)), { recursive: true })
  write(join(data, place))
}

const startedAt = performance.now()
install()
const { pages, files: handedOut, sidebar } = site()
rmSync(`${data}/pages`, { recursive: true, force: true })
for (const [place, text] of pages) put(`pages/${place}`, (path) => writeFileSync(path, text))
for (const [place, source] of handedOut) put(`pages/public/${place}`, (path) => copyFileSync(root + source, path))
put('pages/public/icon.svg', (path) => copyFileSync(`${root}packages/console/public/icon.svg`, path))
put('sidebar.json', (path) => writeFileSync(path, JSON.stringify(sidebar)))
run(process.execPath, [`${folder}/node_modules/vitepress/bin/vitepress.js`, 'build', '.'])

const all = files('site/dist/**/*.*').map((path) => path.slice('site/dist/'.length))
const html = new Map(
  all.filter((path) => path.endsWith('.html')).map((path) => [path, readFileSync(join(built, path), 'utf8')]),
)
const dead = deadLinks(html, new Set(all))
for (const line of dead) console.error(`dead link: ${line}`)
console.log(`${html.size} pages in site/dist, ${Math.round((performance.now() - startedAt) / 1000)} s`)
process.exitCode = dead.length > 0 ? 1 : 0
