import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSql, type Sql } from '../sql.ts'
import { testDatabase } from '../testing/test-database.ts'

const rounds = 60
/** Null when it was not answered; what matters is that it comes to an end. */
const pidOf = (sql: Sql): Promise<number | null> =>
  sql<[{ pid: number }]>`select pg_backend_pid() as pid`.then(
    ([{ pid }]) => pid,
    () => null,
  )

test('a connection that the server ends while a statement leaves is replaced', async (t) => {
  const { sql: admin } = await testDatabase()
  const sql = openSql({ ...admin.options, max: 1 })
  t.after(() => sql.end(0))
  for (let round = 0; round < rounds; round += 1) {
    const pid = await pidOf(sql)
    const refused: unknown[] = []
    // Citus has a second one, for processes of all servers: the type tells which is meant.
    const ended = admin`select pg_terminate_backend(${pid}::int)`.catch((error: unknown) => refused.push(error))
    // Statement after statement, so that some are given in the very moments in which the connection ends.
    let now = await pidOf(sql)
    while ((now === pid || now === null) && refused.length === 0) now = await pidOf(sql)
    await ended
    assert.deepEqual(refused, [])
  }
})
