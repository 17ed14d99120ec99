// Runs test files in processes side by side, each with a share of them: tests wait for disks, sockets and browsers more than they
// compute. Shares are even by what the files took when last recorded (`--record` writes that). Failures are printed once more at the end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const atOnce = 3
const recorded = new URL('test-durations.json', import.meta.url)
/** Shorter ones are not recorded; so many seconds are counted for them. */
const short = 1
const counted = 0.3

const isRecording = process.argv.includes('--record')
const patterns = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))

/** Journeys through the console have a service and a browser in common. */
const isJourney = (file) => file.includes('journeys')

/** The journeys are in one share. Of the others the longest file goes to the share with the least to do, and so on. */
const shareOut = (files, durations) => {
  const shares = Array.from({ length: atOnce }, () => ({ files: [], seconds: 0 }))
  const secondsOf = (file) => durations[file] ?? counted
  const add = (share, file) => {
    share.files.push(file)
    share.seconds += secondsOf(file)
  }
  for (const file of files.filter(isJourney)) add(shares[0], file)
  const others = files.filter((file) => !isJourney(file))
  for (const file of others.toSorted((a, b) => secondsOf(b) - secondsOf(a)))
    add(
      shares.reduce((a, b) => (b.seconds < a.seconds ? b : a)),
      file,
    )
  return shares.map((share) => share.files.toSorted((a, b) => a.localeCompare(b))).filter((share) => share.length > 0)
}

/** Gives what the reporter found; a process that ended before it could say is a failure. */
const run = async (files, result) => {
  const args = [
    '--test',
    '--test-isolation=none',
    // All has ended and been reported by then; what a pipe of the system keeps open would hold up the rest.
    '--test-force-exit',
    '--test-reporter=./scripts/test-reporter.mjs',
    '--import=./scripts/seeds.mjs',
    ...files,
  ]
  const env = { ...process.env, BUSBAR_TEST_RESULT: result }
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

const folder = mkdtempSync(join(tmpdir(), 'busbar-tests-'))
const began = performance.now()
const shares = shareOut(globSync(patterns), JSON.parse(readFileSync(recorded, 'utf8')))
const results = await Promise.all(shares.map((files, at) => run(files, join(folder, `${at}.json`))))
rmSync(folder, { recursive: true })

const sum = (name) => results.reduce((total, { counts }) => total + counts[name], 0)
const failures = results.flatMap((result) => result.failures)
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
