import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { testDatabase } from './testing/test-database.ts'
import { WriteProbe, writeOnce } from './write-probe.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('writes every half minute, and every five seconds while that fails, with the reason', async () => {
  const clock = new VirtualClock()
  const warnings: string[] = []
  let [writes, code] = [0, '']
  const write = async (): Promise<void> => {
    writes += 1
    if (code !== '') throw Object.assign(new Error('no'), { code })
  }
  const probe = new WriteProbe({ clock, write, log: { warn: (_, message) => void warnings.push(message) } })
  probe.start()
  const after = async (ms: number): Promise<[number, string | null]> => {
    clock.advance(ms)
    await turn()
    return [writes, probe.problem]
  }
  assert.deepEqual(await after(29_999), [0, null])
  assert.deepEqual(await after(1), [1, null])
  code = '53100'
  assert.deepEqual(await after(30_000), [2, 'The disk of the database is full'])
  code = '25006'
  assert.deepEqual(await after(5000), [3, 'The database is read-only'])
  code = ''
  assert.deepEqual(await after(5000), [4, null])
  // Temporary tables are forbidden, which is not a fault of the disk.
  code = '42501'
  assert.deepEqual(
    [await after(30_000), await after(30_000)],
    [
      [5, null],
      [6, null],
    ],
  )
  assert.equal(warnings.length, 1)
  await probe.stop()
  assert.deepEqual(await after(60_000), [6, null])
})

test('leaves no trace', async () => {
  const db = await testDatabase({ isBare: true })
  await writeOnce(db)
  await writeOnce(db)
  const [{ count } = { count: 1 }] =
    await db.sql`select count(*)::int as count from pg_class where relname like '%write_probe'`
  assert.equal(count, 0)
})
