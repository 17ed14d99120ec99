// `check-changed.mjs format|lint` checks the files that have changed since they passed, as `tsc -b` does for types.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { importsIn } from '../tidy/source.ts'
import { ownStates, typeStates } from './file-states.mjs'

const notOurs = new Set(['node_modules', '.types', 'dist', '.data', '.git'])

/** A walk by hand takes a fortieth of what a glob does. */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return []
    const path = posix.join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })

const files = filesIn('.').toSorted()
const filesOf = (pattern) => files.filter((path) => pattern.test(path))
const read = (path) => readFileSync(path, 'utf8')
const readAll = (pattern) => filesOf(pattern).map(read).join('\0')

/** Paths of what our packages export, by the names under which others import it. */
const exported = new Map(
  filesOf(/\/package\.json$/).flatMap((path) => {
    const { name, exports = {} } = JSON.parse(read(path))
    return Object.entries(exports).map(([at, target]) => [
      posix.join(name, at),
      posix.join(posix.dirname(path), target),
    ])
  }),
)

const resolve = (folder, name) => {
  const path = name.startsWith('.') ? posix.join(folder, name) : exported.get(name)
  return path !== undefined && existsSync(path) ? path : undefined
}

const checks = {
  format: {
    command: ['biome', 'ci', '--no-errors-on-unmatched', '--files-ignore-unknown=true'],
    states: () =>
      ownStates(filesOf(/\.(tsx?|[mc]?js|json|css|html)$/), {
        read,
        common: readAll(/^(biome|package-lock)\.json$/),
      }),
  },
  lint: {
    // Typed linting is one program that collects garbage most of its time where it has no limit.
    env: { GOMAXPROCS: '1', GOGC: 'off', GOMEMLIMIT: '4GiB' },
    command: ['oxlint', '--type-aware', '--deny-warnings', '--no-error-on-unmatched-pattern'],
    states: () =>
      typeStates(filesOf(/\.(tsx?|[mc]?js)$/), {
        read,
        importsOf: importsIn,
        resolve,
        common: readAll(/(^|\/)(\.oxlintrc|package|package-lock|tsconfig[^/]*)\.json$/),
      }),
  },
}

const name = process.argv[2]
const check = checks[name]
if (check === undefined) throw new Error(`check ${Object.keys(checks).join(' or ')}`)
const passedFile = `node_modules/.cache/busbar-passed-${name}.json`
const passed = new Set(existsSync(passedFile) ? JSON.parse(read(passedFile)) : [])
const states = check.states()
const changed = [...states.keys()].filter((path) => !passed.has(states.get(path)))
console.log(`${name}: ${changed.length} of ${states.size} files to check`)
if (changed.length > 0) {
  const [program, ...args] = check.command
  const { status, error } = spawnSync(program, [...args, ...changed], {
    stdio: 'inherit',
    env: { ...process.env, ...check.env },
  })
  if (error !== undefined)
    throw new Error(`${program} did not run: begin it by npm run check:${name}`, { cause: error })
  if (status !== 0) process.exit(status ?? 1)
  mkdirSync('node_modules/.cache', { recursive: true })
  writeFileSync(passedFile, JSON.stringify([...states.values()]))
}
