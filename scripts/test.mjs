// Runs test files in processes side by side, each of which takes the next file when it is through with one: tests wait for disks, sockets
// and browsers more than they compute. What took longest when last recorded (`--record` writes that) comes first. `--beside COMMAND` runs
// what needs a core and no wait, such as a linter, beside them. Failures are printed once more at the end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeReadyCluster } from '@busbar/database/testing'
import { consoleFolder } from '../packages/console/src/index.ts'
import { panelFolder } from '../packages/panel/src/index.ts'
import { makeTestFolder } from './test-folder.mjs'

/** Before Vite, which makes pages, sets NODE_ENV. */
const given = { ...process.env }
const recorded = new URL('test-durations.json', import.meta.url)
/** Shorter ones, in seconds, are not recorded. */
const short = 1

const isRecording = process.argv.includes('--record')
const besideAt = process.argv.indexOf('--beside')
const beside = besideAt === -1 ? null : process.argv[besideAt + 1]
const patterns = process.argv.slice(2).filter((arg) => !arg.startsWith('--') && arg !== beside)
/** Node's own, such as `--test-timeout`. */
const testOptions = process.argv.slice(2).filter((arg) => arg.startsWith('--test-'))

const isComponentTest = (file) => file.endsWith('.view.test.tsx')

const kindOf = (file) => {
  if (file.includes('journeys')) return 'journeys'
  return file.startsWith('packages/cloud/') ? 'cloud' : 'others'
}

/**
 * Files that each process may run, in this order. Journeys share one process, since they use one cloud and browser.
 * Tests of the cloud use two, since each process loads the cloud and starts a server for its databases. The slowest
 * files come first.
 */
const choicesOf = (files, durations) => {
  const longestFirst = files.toSorted((a, b) => (durations[b] ?? 0) - (durations[a] ?? 0) || a.localeCompare(b))
  const { journeys = [], cloud = [], others = [] } = Object.groupBy(longestFirst, kindOf)
  return [[...journeys, ...cloud, ...others], [...cloud, ...others], others].filter((choice) => choice.length > 0)
}

/** Numbers of processes by the files that they took. */
const takers = () =>
  new Map(readdirSync(taken).map((name) => [decodeURIComponent(name), readFileSync(join(taken, name), 'utf8')]))

const takenBy = (pid) => [...takers()].flatMap(([file, taker]) => (taker === `${pid}` ? file : [])).join('\n  ')

const argumentsOf = (choice) => {
  if (choice.every(isComponentTest)) return ['scripts/component-tests.mjs', ...choice]
  return [
    // All has ended and been reported by then; what a pipe of the system keeps open would hold up the rest.
    '--test-force-exit',
    '--test-reporter=./scripts/test-reporter.mjs',
    '--import=./scripts/seeds.mjs',
    ...testOptions,
    'scripts/test-process.mjs',
    ...choice,
  ]
}

/** Gives what the reporter found; a process that ended before it could say is a failure. */
const run = async (choice, result) => {
  // Without the compile cache, half of the loading time would be compilation.
  const env = {
    ...given,
    TMPDIR: folder,
    BUSBAR_TEST_RESULT: result,
    BUSBAR_TEST_TAKEN: taken,
    BUSBAR_TEST_CLUSTER: cluster,
    NODE_COMPILE_CACHE: 'node_modules/.cache/busbar-tests',
  }
  const child = spawn(process.execPath, argumentsOf(choice), { stdio: ['ignore', 'inherit', 'inherit'], env })
  const closed = once(child, 'close')
  running.set(child, closed)
  const [code, signal] = await closed
  try {
    const found = JSON.parse(readFileSync(result, 'utf8'))
    if (code !== 0 && found.failures.length === 0)
      found.failures.push(`✖ a process of tests ended with ${signal ?? code}\n`)
    return found
  } catch {
    return {
      counts: { tests: 0, failed: 1, skipped: 0 },
      durations: {},
      failures: [`✖ a process of tests ended with ${signal ?? code} before its end; it had\n  ${takenBy(child.pid)}\n`],
    }
  }
}

/** Its failure, or null. What it says is shown when it is through, in one piece. */
const runBeside = async (command) => {
  const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const said = Buffer.concat(await child.stdout.toArray()).toString()
  const [code] = child.exitCode === null ? await once(child, 'close') : [child.exitCode]
  process.stdout.write(said)
  return code === 0 ? null : `✖ ${command}\n${said}`
}

/** Processes of tests, with their ends. */
const running = new Map()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, async () => {
    // Before the folder that they write to goes. By another signal tests would end one after another.
    for (const child of running.keys()) child.kill('SIGKILL')
    await Promise.all(running.values())
    process.exit(1)
  })

const folder = makeTestFolder()
const cluster = join(folder, 'cluster')
const taken = join(folder, 'taken')
mkdirSync(taken)
const began = performance.now()
const testFiles = globSync(patterns)
const [componentTests, nodeTests] = [
  testFiles.filter(isComponentTest),
  testFiles.filter((file) => !isComponentTest(file)),
]
const choices = choicesOf(nodeTests, JSON.parse(readFileSync(recorded, 'utf8')))
if (componentTests.length > 0) choices.push(componentTests)
const besides = beside === null ? null : runBeside(beside)
// Once for all: each process and each program that is started would make them for itself.
await Promise.all([consoleFolder(), panelFolder(), given.BUSBAR_TEST_DB ?? makeReadyCluster(cluster)])
const results = await Promise.all(choices.map((choice, at) => run(choice, join(folder, `${at}.json`))))

const sum = (name) => results.reduce((total, { counts }) => total + counts[name], 0)
const failures = results.flatMap((result) => result.failures)
const ran = takers()
const left = nodeTests.filter((file) => !ran.has(file))
if (left.length > 0) failures.push(`✖ not run, since a process ended:\n  ${left.join('\n  ')}\n`)
const failureBeside = await besides
if (failureBeside !== null) failures.push(failureBeside)
if (failures.length > 0) process.stdout.write(`\nWhat failed:\n\n${failures.join('\n')}`)
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
console.log(`\n${sum('tests')} tests, ${failures.length} failed, ${sum('skipped')} skipped, ${minutes} minutes`)
process.exitCode = failures.length > 0 ? 1 : 0

if (isRecording) {
  const rounded = results
    .flatMap(({ durations }) => Object.entries(durations))
    .map(([file, ms]) => [file, Math.round(ms / 100) / 10])
    .filter(([, seconds]) => seconds >= short)
    .toSorted(([a], [b]) => a.localeCompare(b))
  writeFileSync(recorded, `${JSON.stringify(Object.fromEntries(rounded), undefined, 2)}\n`)
}
