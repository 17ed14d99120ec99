import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDevice } from '../../history/testing/polls.ts'
import { startApi } from '../../testing/api.ts'
import { FigureBook } from './figure-book.ts'
import { FigureKeeper } from './figure-keeper.ts'
import { slotMs, slotOf } from './unit-day.ts'

const exchange = {
  pdu: Uint8Array.of(3, 0, 0, 0, 1),
  outcome: { ok: Uint8Array.of(3, 2, 0, 7) },
  origin: { kind: 'poll' },
  received: new Uint8Array(),
} as const

test('figures outlive a restart, for a day', async (t) => {
  const api = await startApi(t)
  const { service, clock, orgId } = api
  const { netId } = await makeDevice(api, orgId, 'Hall', [{ valueType: 'f32' }])
  const { now } = service
  const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
  const keeper = () => {
    const book = new FigureBook(now)
    return { book, keeper: new FigureKeeper({ sql: service.db.sql, clock, now, log, book }) }
  }
  const of = (book: FigureBook) =>
    Array.from(book.day(netId, slotOf(now().getTime())).get(3) ?? [], ({ answers }) => answers).slice(-3)

  const one = keeper()
  await one.keeper.start()
  const answered = (times: number): void => {
    for (let n = 0; n < times; n += 1) one.book.settled(netId, { ...exchange, unit: 3, tookMs: 20 })
  }
  answered(2)
  // Figures of a deleted network are not stored.
  one.book.settled(netId + 1000, { ...exchange, unit: 3, tookMs: 20 })
  await clock.advanceAsync(slotMs)
  answered(3)
  await one.keeper.stop()

  const other = keeper()
  await other.keeper.start()
  assert.deepEqual(of(other.book), [0, 2, 3])
  other.book.settled(netId, { ...exchange, unit: 3, tookMs: 20 })
  assert.deepEqual(of(other.book), [0, 2, 4], 'and the slot goes on')
  await other.keeper.stop()

  await clock.advanceAsync(100 * slotMs)
  const later = keeper()
  await later.keeper.start()
  await later.keeper.stop()
  assert.deepEqual(of(later.book), [])
  assert.equal((await service.db.sql`select from net_figures`).length, 0)
})
