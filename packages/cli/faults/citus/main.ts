// Runs tests on Citus: those of readings, or the files that are named.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { CitusServers, missingCitus } from './citus-servers.ts'

const firstPort = 17_200
/** What stores and reads readings, and what a start asks of them. */
const readings = [
  ...['recording', 'compaction', 'history', 'clock'].map((part) => `packages/cloud/src/readings/${part}/*.test.ts`),
  'packages/cloud/src/api/readings/aside/*.test.ts',
  'packages/cloud/src/field/claims/*.test.ts',
  'packages/cloud/src/db/citus/*.test.ts',
]

const missing = missingCitus()
if (missing !== null) {
  console.log(`skipped: ${missing}`)
  process.exit()
}
const given = process.argv.slice(2)
const files = given.length > 0 ? given : globSync(readings)
const servers = new CitusServers(firstPort)
process.exitCode = 1
try {
  servers.start()
  const [coordinator, ...workers] = servers.urls()
  const env = { ...process.env, BUSBAR_TEST_DB: coordinator, BUSBAR_TEST_WORKERS: workers.join() }
  const tests = spawn(process.execPath, ['--test', '--test-concurrency=1', ...files], { env, stdio: 'inherit' })
  const [code] = (await once(tests, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} finally {
  servers.stop()
}
