import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSql, type Sql } from '../sql.ts'
import { testDatabase } from '../testing/test-database.ts'

const rounds = 60
/** Returns null if the statement failed; the test requires only that it settles. */
const pidOf = (sql: Sql): Promise<number | null> =>
  sql<[{ pid: number }]>`select pg_backend_pid() as pid`.then(
    ([{ pid }]) => pid,
    () => null,
  )

test('replaces a connection that the server closes while a statement is being sent', async (t) => {
  const { sql: admin } = await testDatabase()
  const sql = openSql({ ...admin.options, max: 1 })
  t.after(() => sql.end(0))
  for (let round = 0; round < rounds; round += 1) {
    const pid = await pidOf(sql)
    const refused: unknown[] = []
    // Citus has an overload for processes of all servers; the type selects this one.
    const ended = admin`select pg_terminate_backend(${pid}::int)`.catch((error: unknown) => refused.push(error))
    // Repeats statements, so that some are sent exactly when the connection closes.
    let now = await pidOf(sql)
    while ((now === pid || now === null) && refused.length === 0) now = await pidOf(sql)
    await ended
    assert.deepEqual(refused, [])
  }
})
