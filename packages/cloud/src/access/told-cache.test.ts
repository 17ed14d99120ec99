import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '../db/sql.ts'
import { ToldCache } from './told-cache.ts'

const setUp = async ({ max = 2, isStarted = true } = {}) => {
  const told: { forget: (name: string) => void; comeBack: () => void } = { forget() {}, comeBack() {} }
  const state = { isListening: false }
  const sql = {
    listen: async (_channel: string, onNotify: (name: string) => void, onListen: () => void) => {
      Object.assign(told, { forget: onNotify, comeBack: onListen })
      state.isListening = true
      onListen()
      return async () => void (state.isListening = false)
    },
  } as unknown as Sql
  const cache = new ToldCache<string>(sql, 'changes', max)
  if (isStarted) await cache.start()
  const read = (name: string, value: string | null = name): Promise<string | null> =>
    cache.read(name, async () => value)
  return { cache, told, state, read }
}

test('what was read is kept until it is told of, one by one or all', async () => {
  const { cache, told, read } = await setUp()
  assert.equal(await read('a'), 'a')
  assert.equal(await read('b'), 'b')
  told.forget('a')
  assert.deepEqual([cache.get('a'), cache.get('b')], [undefined, 'b'])
  await read('a')
  told.forget('')
  assert.deepEqual([cache.get('a'), cache.get('b')], [undefined, undefined])
})

test('nothing is no value', async () => {
  const { cache, read } = await setUp()
  assert.equal(await read('a', null), null)
  assert.equal(cache.get('a'), undefined)
})

test('the oldest gives way where there is no room', async () => {
  const { cache, read } = await setUp({ max: 2 })
  for (const name of ['a', 'b']) await read(name)
  assert.deepEqual(
    ['a', 'b'].map((name) => cache.get(name)),
    ['a', 'b'],
  )
  await read('c')
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => cache.get(name)),
    [undefined, 'b', 'c'],
  )
})

test('what was read while anything changed is answered and not kept', async () => {
  for (const name of ['a', 'other', '']) {
    const { cache, told } = await setUp()
    const reading = Promise.withResolvers<string>()
    const read = cache.read('a', () => reading.promise)
    told.forget(name)
    reading.resolve('a')
    assert.equal(await read, 'a')
    assert.equal(cache.get('a'), undefined, `'${name}'`)
  }
})

test('a lost connection that is there again makes all forgotten: nobody told of changes meanwhile', async () => {
  const { cache, told, read } = await setUp()
  await read('a')
  told.comeBack()
  assert.equal(cache.get('a'), undefined)
  await read('a')
  assert.equal(cache.get('a'), 'a')
})

test('nothing is kept before the start and after the stop', async () => {
  const { cache, state, read } = await setUp({ isStarted: false })
  await read('a')
  assert.equal(cache.get('a'), undefined)
  await cache.start()
  await read('a')
  assert.deepEqual([cache.get('a'), state.isListening], ['a', true])
  await cache.stop()
  assert.deepEqual([cache.get('a'), state.isListening], [undefined, false])
  assert.equal(await read('a'), 'a')
  assert.equal(cache.get('a'), undefined)
})
