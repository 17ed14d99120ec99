// Runs the tests of faults in the files that it is given: `--long` for an hour of them, `--only NAME` for one file.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false }, only: { type: 'string' } },
})
const { long: isLong, only } = values
const files = positionals.map((file) => (only === undefined ? file : file.replace('*', only)))
// The soak is one of the two at a time: it takes the hour, and little of the machine.
const args = ['--test', `--test-concurrency=${isLong ? 2 : 1}`, ...files]
const env = { ...process.env, ...(isLong && { BUSBAR_TEST_FAULTS: 'long' }) }
const child = spawn(process.execPath, args, { stdio: 'inherit', env })
const [code] = (await once(child, 'exit')) as [number | null]
process.exitCode = code ?? 1
