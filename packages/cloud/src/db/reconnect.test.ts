import { test } from 'node:test'
import postgres from 'postgres'
import { clientOptions } from './open.ts'
import { testDatabase } from './testing.ts'
import type { Sql } from './types.ts'

const rounds = 60
/** Whether a statement is answered; what matters is that it comes to an end. */
const ask = (sql: Sql): Promise<boolean> =>
  sql`select 1`.then(
    () => true,
    () => false,
  )

test('a connection that the server ends while a statement leaves is good again', async (t) => {
  const { sql: admin } = await testDatabase()
  const sql = postgres({ ...admin.options, ...clientOptions, max: 1 } as never) as unknown as Sql
  t.after(() => sql.end({ timeout: 0 }))
  for (let round = 0; round < rounds; round += 1) {
    const [{ pid } = { pid: 0 }] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    const ended = admin`select pg_terminate_backend(${pid})`.execute()
    // Statement after statement, so that some are given in the very moments in which the connection ends.
    const answers = [await ask(sql)]
    while (!answers.includes(false) || answers.at(-1) === false) answers.push(await ask(sql))
    await ended
  }
})
