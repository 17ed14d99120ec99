// Runs the tests of faults in the files that it is given: some minutes of them, `--long` for an hour of them, `--only NAME` for one file.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { parse } from 'node:path'
import { parseArgs } from 'node:util'
import { consoleFolder } from '@busbar/console'

/** The longest tests start first. */
const longest = ['soak.test', 'failing-disk.test', 'outage.test', 'full-disk.test', 'kills.test']
const rankOf = (file: string): number => [...longest, parse(file).name].indexOf(parse(file).name)
/** After that no round begins. What is under way has the rest of the ten minutes, or of the hour. */
const roundsMs = { usual: 420_000, long: 3_300_000 }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false }, only: { type: 'string', default: '*' } },
})
const { long: isLong, only } = values
const files = globSync(positionals.map((file) => file.replace('*', only))).toSorted((a, b) => rankOf(a) - rankOf(b))
if (files.length === 0) {
  console.error(`there are no tests of faults by the name ${only}`)
  process.exit(1)
}
// Before tests that run beside each other would.
await consoleFolder()
const env = {
  ...process.env,
  BUSBAR_TEST_TILL_MS: String(Date.now() + (isLong ? roundsMs.long : roundsMs.usual)),
  ...(isLong && { BUSBAR_TEST_FAULTS: 'long' }),
}
// They wait more than they work. One runner for all would take them by their names.
const runInTurn = async (): Promise<void> => {
  for (let file = files.shift(); file !== undefined; file = files.shift()) {
    const [code] = (await once(spawn(process.execPath, ['--test', file], { stdio: 'inherit', env }), 'exit')) as [
      unknown,
    ]
    if (code !== 0) process.exitCode = 1
  }
}
await Promise.all(Array.from({ length: isLong ? 3 : 2 }, runInTurn))
