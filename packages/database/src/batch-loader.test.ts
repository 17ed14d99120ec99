import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchLoader } from './batch-loader.ts'
import type { Queries } from './sql.ts'

/** Records statements and lets the test answer them. */
const statements = () => {
  const sent: { keys: number[]; answer: PromiseWithResolvers<void> }[] = []
  const ask = batchLoader(String, async (_sql, keys: number[]) => {
    const answer = Promise.withResolvers<void>()
    sent.push({ keys, answer })
    await answer.promise
    return keys.map((key) => (key < 0 ? undefined : `found ${key}`))
  })
  const pool = {} as Queries
  return { sent, ask: (key: number) => ask(pool, key), askOf: ask }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('requests of one event loop turn share a statement, and equal requests are sent once', async () => {
  const { sent, ask } = statements()
  const answers = Promise.all([ask(1), ask(2), ask(1), ask(-3)])
  await turn()
  assert.deepEqual(
    sent.map(({ keys }) => keys),
    [[1, 2, -3]],
  )
  sent[0]?.answer.resolve()
  assert.deepEqual(await answers, ['found 1', 'found 2', 'found 1', undefined])
})

test('collects requests while two statements are pending; a key that was already sent is sent again', async () => {
  const { sent, ask } = statements()
  const first = ask(1)
  await turn()
  const second = ask(2)
  await turn()
  const later = Promise.all([ask(1), ask(3)])
  await turn()
  assert.equal(sent.length, 2)
  sent[0]?.answer.resolve()
  assert.equal(await first, 'found 1')
  await turn()
  sent[1]?.answer.resolve()
  sent[2]?.answer.resolve()
  assert.equal(await second, 'found 2')
  assert.deepEqual(await later, ['found 1', 'found 3'])
  assert.deepEqual(sent.at(-1)?.keys, [1, 3])
})

test('limits a statement to 64 keys', async () => {
  const { sent, ask } = statements()
  const answers = Promise.all(Array.from({ length: 100 }, (_, key) => ask(key)))
  await turn()
  sent[0]?.answer.resolve()
  await turn()
  sent[1]?.answer.resolve()
  assert.equal((await answers).at(-1), 'found 99')
  assert.deepEqual(
    sent.map(({ keys }) => keys.length),
    [64, 36],
  )
})

test('a failed statement rejects only the requests that shared it', async () => {
  const { sent, ask } = statements()
  const failing = Promise.allSettled([ask(1), ask(2)])
  await turn()
  const fine = ask(3)
  await turn()
  sent[0]?.answer.reject(new Error('the database is away'))
  sent[1]?.answer.resolve()
  assert.deepEqual(
    (await failing).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await fine, 'found 3')
})

test('each pool has its own queue', async () => {
  const { sent, askOf } = statements()
  void askOf({} as Queries, 1)
  void askOf({} as Queries, 1)
  await turn()
  assert.equal(sent.length, 2)
})
