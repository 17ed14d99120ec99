import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Request } from '@busbar/modbus'
import type { ExchangeResult, ModbusClient } from '@busbar/polling'
import { SharedReads } from './realtime.ts'

/** A link that responds when the test tells it to. */
const manualLink = () => {
  const requests: { unit: number; request: Request; answer: (outcome: ExchangeResult<never>) => void }[] = []
  const link: ModbusClient = {
    ask: (unit, request) => new Promise((resolve) => requests.push({ unit, request, answer: resolve })),
    transact: () => Promise.resolve({ err: 'closed' }),
  }
  return { link, requests }
}

const options = { priority: 'realtime' } as const

test('the same read is sent once while it is on its way, and again afterwards', async () => {
  const { link, requests } = manualLink()
  const shared = new SharedReads()
  const read = (unit: number, request: Request) => shared.over(link).ask(unit, request, options)
  const same = [1, 2, 3].map(() => read(1, { fn: 3, address: 0, count: 2 }))
  const others: [number, Request][] = [
    [2, { fn: 3, address: 0, count: 2 }],
    [1, { fn: 4, address: 0, count: 2 }],
    [1, { fn: 3, address: 1, count: 2 }],
    [1, { fn: 3, address: 0, count: 1 }],
    // Writes are never shared by two callers.
    [1, { fn: 6, address: 0, word: 1 }],
    [1, { fn: 6, address: 0, word: 1 }],
  ]
  for (const [unit, request] of others) void read(unit, request)
  assert.equal(requests.length, 1 + others.length)
  requests[0]?.answer({ err: 'timeout' })
  assert.deepEqual(await Promise.all(same), [{ err: 'timeout' }, { err: 'timeout' }, { err: 'timeout' }])
  void read(1, { fn: 3, address: 0, count: 2 })
  assert.equal(requests.length, 2 + others.length)
})

test('a link has an end of reads, and each link its own', async () => {
  const [one, two] = [manualLink(), manualLink()]
  const shared = new SharedReads()
  const read = ({ link }: typeof one, address: number) =>
    shared.over(link).ask(1, { fn: 3, address, count: 1 }, options)
  for (let address = 0; address < 128; address += 1) void read(one, address)
  assert.deepEqual(await read(one, 128), { err: 'full' })
  void read(one, 7)
  void read(two, 128)
  assert.deepEqual([one.requests.length, two.requests.length], [128, 1])
})
