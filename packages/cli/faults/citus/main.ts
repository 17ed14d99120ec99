// Runs tests on Citus: those of readings, or the files that are named.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { CitusServers, missingCitus } from './citus-servers.ts'

const firstPort = 17_200
const readings = ['recording', 'compaction', 'history'].map((part) => `packages/cloud/src/readings/${part}/*.test.ts`)

const missing = missingCitus()
if (missing !== null) {
  console.log(`skipped: ${missing}`)
  process.exit()
}
const given = process.argv.slice(2)
const files = given.length > 0 ? given : globSync([...readings, 'packages/cloud/src/db/citus/*.test.ts'])
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
