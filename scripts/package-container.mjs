// Lays out what the container image of Busbar is built from, for this machine's architecture: dist/container, with the Containerfile and the compose
// file. `podman build --format docker -t busbar dist/container` or `docker build -t busbar dist/container` makes the image.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBusbar, writeNode, writePostgres } from './package-tree.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const recipe = join(root, 'packages/cli/packaging/container')
const folder = join(root, 'dist/container')

/** Its folder. */
export const writeContainer = async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(recipe)) cpSync(join(recipe, name), join(folder, name))
  await writeBusbar(join(folder, 'busbar'))
  chmodSync(join(folder, 'busbar/node_modules/@busbar/cli/src/main.js'), 0o755)
  writeNode(join(folder, 'busbar'))
  writePostgres(join(folder, 'postgres'))
  return folder
}

/** The same as one file, for a release. */
export const packContainer = async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const path = join(root, `dist/busbar-container-${version}-${process.arch}.tar.gz`)
  const owner = ['--owner=0', '--group=0', '--transform', `s,^\\.,busbar-container-${version},`]
  execFileSync('tar', ['--create', '--gzip', '--file', path, ...owner, '--directory', await writeContainer(), '.'])
  return path
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await writeContainer())
