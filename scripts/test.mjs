// Runs test files in processes side by side, each with a share of them: tests wait for disks, sockets and browsers more than they
// compute. Shares are even by what the files took when last recorded (`--record` writes that). `--beside COMMAND` runs what needs a core
// and no wait, such as a linter, beside them. Failures are printed once more at the end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeReadyCluster } from '../packages/cloud/src/db/testing/ready-cluster.ts'
import { consoleFolder } from '../packages/console/src/index.ts'
import { panelFolder } from '../packages/panel/src/index.ts'
import { makeTestFolder } from './test-folder.mjs'

/** Each loads all that is tested, four seconds of CPU. */
const atOnce = 3
/** Before Vite, which makes pages, sets NODE_ENV. */
const given = { ...process.env }
/** Each has a service and a browser for the journeys in it. */
const withJourneys = 1
const recorded = new URL('test-durations.json', import.meta.url)
/** Shorter ones are not recorded; so many seconds are counted for them. */
const short = 1
const counted = 0.3

const isRecording = process.argv.includes('--record')
const besideAt = process.argv.indexOf('--beside')
const beside = besideAt === -1 ? null : process.argv[besideAt + 1]
const patterns = process.argv.slice(2).filter((arg) => !arg.startsWith('--') && arg !== beside)
/** Node's own, such as `--test-timeout`. */
const testOptions = process.argv.slice(2).filter((arg) => arg.startsWith('--test-'))

const isJourney = (file) => file.includes('journeys')

/** The longest file goes to the share with the least to do, and so on: first the journeys, then the others. */
const shareOut = (files, durations) => {
  const shares = Array.from({ length: atOnce }, () => ({ files: [], seconds: 0 }))
  const secondsOf = (file) => durations[file] ?? counted
  const add = (share, file) => {
    share.files.push(file)
    share.seconds += secondsOf(file)
  }
  const longestFirst = files.toSorted((a, b) => secondsOf(b) - secondsOf(a))
  const addAll = (some, to) => {
    for (const file of some)
      add(
        to.reduce((a, b) => (b.seconds < a.seconds ? b : a)),
        file,
      )
  }
  addAll(longestFirst.filter(isJourney), shares.slice(0, withJourneys))
  addAll(
    longestFirst.filter((file) => !isJourney(file)),
    shares,
  )
  return shares.map((share) => share.files.toSorted((a, b) => a.localeCompare(b))).filter((share) => share.length > 0)
}

/** Gives what the reporter found; a process that ended before it could say is a failure. */
const run = async (files, result) => {
  const args = [
    // All has ended and been reported by then; what a pipe of the system keeps open would hold up the rest.
    '--test-force-exit',
    '--test-reporter=./scripts/test-reporter.mjs',
    '--import=./scripts/test-tracking.mjs',
    '--import=./scripts/seeds.mjs',
    ...testOptions,
    'scripts/test-process.mjs',
    ...files,
  ]
  // Of what a process loads, half would be compiling it again.
  const env = {
    ...given,
    TMPDIR: folder,
    BUSBAR_TEST_RESULT: result,
    BUSBAR_TEST_CLUSTER: cluster,
    NODE_COMPILE_CACHE: 'node_modules/.cache/busbar-tests',
  }
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], env })
  const [code, signal] = await once(child, 'close')
  try {
    const found = JSON.parse(readFileSync(result, 'utf8'))
    if (code !== 0 && found.failures.length === 0)
      found.failures.push(`✖ a process of tests ended with ${signal ?? code}\n`)
    return found
  } catch {
    return {
      counts: { tests: 0, failed: 1, skipped: 0 },
      durations: {},
      failures: [`✖ a process of tests ended with ${signal ?? code} before its end; it had\n  ${files.join('\n  ')}\n`],
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

const folder = makeTestFolder()
const cluster = join(folder, 'cluster')
const began = performance.now()
const shares = shareOut(globSync(patterns), JSON.parse(readFileSync(recorded, 'utf8')))
const besides = beside === null ? null : runBeside(beside)
// Once for all: each process and each program that is started would make them for itself.
await Promise.all([consoleFolder(), panelFolder(), given.BUSBAR_TEST_DB ?? makeReadyCluster(cluster)])
const results = await Promise.all(shares.map((files, at) => run(files, join(folder, `${at}.json`))))

const sum = (name) => results.reduce((total, { counts }) => total + counts[name], 0)
const failures = results.flatMap((result) => result.failures)
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
