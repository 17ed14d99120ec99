import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { VirtualClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { DatabaseProblem } from './problem.ts'
import { SoleService } from './sole-service.ts'
import type { Sql } from './sql.ts'
import { testDatabase } from './testing/test-database.ts'

const service = (t: TestContext, sql: Sql, isShared = false) => {
  const clock = new VirtualClock()
  const logged: string[] = []
  const log = { info: (_details: object, message: string) => void logged.push(message) }
  const sole = new SoleService({ sql, clock, log, isShared })
  t.after(() => sole.stop())
  /** Advances the clock until the work ends. */
  const run = async <T>(work: Promise<T>): Promise<T> => {
    const state = { isDone: false }
    const ended = work.finally(() => {
      state.isDone = true
    })
    ended.catch(() => {})
    while (!state.isDone) {
      clock.advance(10)
      await turn()
    }
    return ended
  }
  return { sole, run, clock, logged }
}

/** Number of sessions that hold the lock. */
const holders = async (sql: Sql): Promise<number> =>
  (
    await sql`select from pg_locks where locktype = 'advisory' and granted and database = (
      select oid from pg_database where datname = current_database())`
  ).length

/** The server closes a session with some delay. */
const untilFree = (sql: Sql): Promise<void> => until(async () => (await holders(sql)) === 0)

/** Terminates the session that holds the lock. */
const endHolder = (sql: Sql): Promise<unknown> =>
  sql`select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory' and database = (
    select oid from pg_database where datname = current_database())`

test('refuses a second service and names the first one until that has stopped', async (t) => {
  const { sql } = await testDatabase({ isBare: true })
  const [first, second] = [service(t, sql), service(t, sql)]
  await first.run(first.sole.start())
  await assert.rejects(second.run(second.sole.start()), (error) => {
    assert.ok(error instanceof DatabaseProblem)
    assert.match(error.message, /Another Busbar service .*connected since 20.* stop that one first/)
    return true
  })
  second.logged.length = 0
  const waiting = second.sole.start()
  await until(() => second.logged.length > 0)
  await first.sole.stop()
  await untilFree(sql)
  await second.run(waiting)
})

test('a service whose session was lost takes the lock again, or stops if another service was faster', async (t) => {
  const { sql } = await testDatabase({ isBare: true })
  const [first, second] = [service(t, sql), service(t, sql)]
  await first.run(first.sole.start())
  await endHolder(sql)
  await until(async () => {
    first.clock.advance(100)
    return (await holders(sql)) > 0
  })
  await endHolder(sql)
  await second.run(second.sole.start())
  const failure = await first.run(first.sole.failed)
  assert.match(failure.message, /Another Busbar service/)
})

test('services that share the work run concurrently; one that does not is refused beside them, and they beside it', async (t) => {
  const { sql } = await testDatabase({ isBare: true })
  const [one, other, alone] = [service(t, sql, true), service(t, sql, true), service(t, sql)]
  await one.run(one.sole.start())
  await other.run(other.sole.start())
  await assert.rejects(alone.run(alone.sole.start()), /start both with --nats/)
  await one.sole.stop()
  await other.sole.stop()
  await untilFree(sql)
  await alone.run(alone.sole.start())
  const late = service(t, sql, true)
  await assert.rejects(late.run(late.sole.start()), /A Busbar service without --nats uses this database/)
})
