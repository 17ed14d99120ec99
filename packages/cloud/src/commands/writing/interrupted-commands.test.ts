import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { monotonicClock, VirtualClock } from '@busbar/kit'
import type { AuditKind } from '../../accounts/audit/actions.ts'
import { record } from '../../accounts/audit/record.ts'
import { InterruptedCommands } from './interrupted-commands.ts'
import { shareBench, type WritingBench } from './testing/writing-bench.ts'
import { Writing } from './writing.ts'

const program = fileURLToPath(import.meta.resolve('./testing/doomed-writer.ts'))
const minuteMs = 60_000

describe('commands that a crash cut off', () => {
  let bench: WritingBench
  shareBench((started) => {
    bench = started
  })

  /** Nodes as they start, with locks of their own. */
  const startNodes = (count: number, clock = new VirtualClock()) => {
    const { db, now, outcomes } = bench.service
    const log = { info: () => {}, error: (details: object) => assert.fail(JSON.stringify(details)) }
    return Array.from({ length: count }, () => {
      const writing = new Writing({ sql: db.sql, clock: monotonicClock })
      writing.start()
      // Locks go by real time, for they wait for a real database.
      const alone: Writing['withDeviceLock'] = (place, _dueAt, work) =>
        writing.withDeviceLock(place, monotonicClock.now(), work)
      const cutOff = new InterruptedCommands({ db, clock, now, writing: { withDeviceLock: alone }, outcomes, log })
      cutOff.start()
      return { cutOff, stop: async () => void (await Promise.all([cutOff.stop(), writing.stop()])) }
    })
  }

  const settle = async (nodes: ReturnType<typeof startNodes>): Promise<void> => {
    await Promise.all(nodes.map(({ cutOff }) => cutOff.settled()))
    await Promise.all(nodes.map(({ stop }) => stop()))
  }

  const outcomesOf = async (id: number) => {
    const rows = await bench.auditOf(id)
    return rows.map(({ action, who, before, after: { command: _command, ...after } }) => [action, who, before, after])
  }
  const why = 'the service stopped before the outcome was known'
  const unclear = { outcome: 'unclear', why, wanted: '7' }
  const service = 'busbar'

  const intend = async (
    id: number | string,
    command: string,
    objectKind: AuditKind = 'param',
    more: object = {},
  ): Promise<void> => {
    const { db, now } = bench.service
    const doer = { caller: { accountId: bench.accounts.operator, accountName: 'operator' }, from: '127.0.0.1', now }
    const action = objectKind === 'param' ? 'param.write' : 'raw.write-register-group'
    const after = objectKind === 'param' ? { value: '7', command, by: 'write' } : { ...more, command }
    const before = objectKind === 'param' ? { value: '0' } : undefined
    await db.tx((tx) => record(tx, bench.orgId, doer, { action, objectKind, objectId: id, before, after }))
  }

  test('a node is killed while the device thinks: its command is unclear once another starts, and never sent again', async () => {
    const id = await bench.paramOf({ address: 0, valueType: 'u16' })
    const connection = JSON.stringify(bench.service.db.sql.options)
    const ids = [bench.orgId, bench.netId, id, bench.accounts.operator].map(String)
    const child = spawn(process.execPath, [program, connection, String(bench.proxy.port), bench.dataFolder, ...ids], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const exited = once(child, 'exit')
    const isReached = Promise.withResolvers<void>()
    bench.devices.onRequest = (fn) => {
      if (fn !== 6) return
      isReached.resolve()
      return new Promise(() => {})
    }
    await isReached.promise
    // While it lives, it is its own.
    await settle(startNodes(1))
    assert.deepEqual(
      (await outcomesOf(id)).map(([action]) => action),
      ['param.write'],
    )
    child.kill('SIGKILL')
    await exited
    bench.devices.onRequest = () => {}
    await unlocked(bench)
    await settle(startNodes(3))
    const records = [
      ['param.write', 'operator', { value: '0' }, { value: '7', by: 'write' }],
      ['param.write-outcome', service, { value: '0' }, unclear],
    ]
    assert.deepEqual(await outcomesOf(id), records)
    await settle(startNodes(2))
    assert.deepEqual(await outcomesOf(id), records, 'once, however often the service starts')
    assert.deepEqual(bench.devices.written, [6])
  })

  test('a command whose device is busy is settled when it is free', async () => {
    const id = await bench.paramOf({ address: 1, valueType: 'u16' }, { unit: 9 })
    await intend(id, 'busy')
    const other = new Writing({ sql: bench.service.db.sql, clock: monotonicClock })
    other.start()
    const held = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<void>()
    const done = other.withDeviceLock({ netId: bench.netId, unit: 9 }, monotonicClock.now() + minuteMs, async () => {
      taken.resolve()
      await held.promise
    })
    await taken.promise
    const clock = new VirtualClock()
    const nodes = startNodes(1, clock)
    await nodes[0]?.cutOff.settled()
    assert.equal((await outcomesOf(id)).length, 1)
    held.resolve()
    await done
    await other.stop()
    clock.advance(minuteMs)
    await settle(nodes)
    assert.deepEqual((await outcomesOf(id)).at(-1), ['param.write-outcome', service, { value: '0' }, unclear])
  })

  test('raw writes, and what became of parameters that are gone', async () => {
    const id = await bench.paramOf({ address: 2, valueType: 'u16' }, { unit: 10 })
    await intend(id, 'gone')
    await bench.service.db.sql`delete from param where id = ${id}`
    await intend(bench.netId, 'raw', 'net', { unit: 3, address: 7, values: [1] })
    await intend('192.0.2.7:502', 'address', 'address', { unit: 3, address: 7, values: [1] })
    await settle(startNodes(1))
    assert.deepEqual((await outcomesOf(id)).at(-1), ['param.write-outcome', service, { value: '0' }, unclear])
    const raw = await bench.service.db.sql`
      select action, before, after from audit where object_kind in ('net', 'address') and action like '%-outcome' order by id`
    assert.deepEqual(
      Array.from(raw, (row) => ({ ...row })),
      ['raw', 'address'].map((command) => ({
        action: 'raw.write-register-group-outcome',
        before: null,
        after: { outcome: `unclear: ${why}`, command },
      })),
    )
  })

  test('a command with an outcome is left alone', async () => {
    const id = await bench.paramOf({ address: 3, valueType: 'u16' }, { unit: 1 })
    await bench.write(id, '7')
    const before = await bench.auditOf(id)
    assert.equal(before.length, 2)
    await settle(startNodes(2))
    assert.deepEqual(await bench.auditOf(id), before)
  })
})

/** The database notices by itself that a process is gone. */
const unlocked = async ({ service: { db } }: WritingBench): Promise<void> => {
  for (;;) {
    const [row] = await db.sql<[{ count: number }]>`
      select count(*)::int as count from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
    if (row.count === 0) return
  }
}
