// Runs the cloud's tests on Citus, with readings spread over workers: all that use a database, or the files that are named.
import { databaseTests, runOn } from '../postgres/database-tests.ts'
import { CitusServers, missingCitus } from './citus-servers.ts'

const firstPort = 17_200
/** There are hundreds of databases. For each Citus has a process, which would keep two connections for what it looks after. */
const more = {
  max_connections: '500',
  max_worker_processes: '200',
  autovacuum: 'off',
  'citus.distributed_deadlock_detection_factor': '-1',
  'citus.recover_2pc_interval': '-1',
  'citus.defer_shard_delete_interval': '-1',
}

const missing = missingCitus()
if (missing !== null) {
  console.log(`skipped: ${missing}`)
  process.exit()
}
const args = process.argv.slice(2)
const servers = new CitusServers(firstPort, { more })
process.exitCode = 1
try {
  servers.start()
  const [coordinator = '', ...workers] = servers.urls()
  process.exitCode = await runOn(args.length > 0 ? args : databaseTests(), coordinator, workers)
} finally {
  servers.stop()
}
