// Builds the documentation site in site/dist from the pages of the repository and from its data. VitePress has a lock file of its own, so it is
// installed for this build only. Exits with 1 if a link is dead.
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

/** npm writes .package-lock.json last, so an interrupted install does not have it. */
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
const { pages, files: handedOut, documents, sidebar } = site()
rmSync(`${data}/pages`, { recursive: true, force: true })
for (const [place, text] of pages) put(`pages/${place}`, (path) => writeFileSync(path, text))
for (const [place, source] of handedOut) put(`pages/public/${place}`, (path) => copyFileSync(root + source, path))
for (const [place, text] of documents) put(`pages/public/${place}`, (path) => writeFileSync(path, text))
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
