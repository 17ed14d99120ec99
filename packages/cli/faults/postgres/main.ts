// Runs the cloud's tests on a PostgreSQL of the system, or on one that is named: [--db URL] [FILES].
import { parseArgs } from 'node:util'
import { PostgresServers, systemPostgres } from '../system-postgres.ts'
import { databaseTests, runOn } from './database-tests.ts'

const port = '17190'
const settings = {
  port,
  listen_addresses: '127.0.0.1',
  max_connections: '400',
  full_page_writes: 'off',
  // It would visit a hundred databases every minute.
  autovacuum: 'off',
}

const { values, positionals } = parseArgs({ options: { db: { type: 'string' } }, allowPositionals: true })
const files = positionals.length > 0 ? positionals : databaseTests()

const onSystem = async (bin: string): Promise<number> => {
  const servers = new PostgresServers(bin)
  try {
    servers.make('a')
    servers.start('a', settings)
    console.log(servers.query('a', 'select version()', port).trim())
    return await runOn(files, `postgres://${servers.user}@127.0.0.1:${port}/postgres`)
  } finally {
    servers.stop()
  }
}

const bin = systemPostgres()
if (values.db !== undefined) process.exitCode = await runOn(files, values.db)
else if (bin !== null) process.exitCode = await onSystem(bin)
else console.log('skipped: needs PostgreSQL 15 or later of the system (apt install postgresql), or --db URL')
