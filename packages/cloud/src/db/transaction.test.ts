import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setImmediate as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { clientOptions, type Database, wrap } from './open.ts'
import { testDatabase } from './testing.ts'
import type { Tx } from './types.ts'

/** The database behind a wire that can be cut. */
describe('a transaction whose connection is lost', () => {
  const wires = new Set<Socket>()
  const proxy = createServer((wire) => {
    const { path, host, port } = direct.sql.options
    const server = path ? connect(path) : connect(Number(port[0]), host[0])
    wires.add(wire)
    wire.pipe(server).pipe(wire)
    wire.on('error', () => server.destroy()).on('close', () => wires.delete(wire))
    server.on('error', () => wire.destroy())
  })
  let direct: Database
  let behind: Database
  /** Ends once our end of the wire knows. */
  const cut = async (): Promise<void> => {
    for (const wire of wires) wire.end()
    while (wires.size > 0) await pause()
    for (let turn = 0; turn < 10; turn++) await pause()
  }

  before(async () => {
    direct = await testDatabase()
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { user, database } = direct.sql.options
    const pass = direct.sql.options.pass as string | null
    const port = (proxy.address() as AddressInfo).port
    const options = { ...clientOptions, max: 1, host: '127.0.0.1', port, user, database, ...(pass && { pass }) }
    behind = wrap(postgres(options), new Promise(() => {}))
  })
  after(async () => {
    await behind.close()
    proxy.close()
  })

  for (const [what, work] of Object.entries({
    'while a statement runs': async (tx: Tx) => {
      const running = tx`select pg_sleep(60)`.execute()
      await cut()
      await running
    },
    'while a statement runs whose failure is called something else': async (tx: Tx) => {
      const running = tx`select pg_sleep(60)`.execute()
      await cut()
      await running.catch(() => assert.fail('something else'))
    },
    'before a statement': async (tx: Tx) => {
      await tx`select 1`
      await cut()
      await tx`select 1`
    },
    'before its end': async (tx: Tx) => {
      await tx`insert into org (name) values ('Lost')`
      await cut()
    },
    'before its own failure': async (tx: Tx) => {
      await tx`insert into org (name) values ('Lost')`
      await cut()
      throw new Error('no')
    },
  })) {
    test(`${what} fails, and the next one goes on`, async () => {
      await assert.rejects(behind.tx(work), { code: 'CONNECTION_CLOSED' })
      assert.deepEqual(await behind.tx(async (tx) => [...(await tx`select count(*) from org`)]), [{ count: 0 }])
    })
  }
})
