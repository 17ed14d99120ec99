import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '@busbar/database'
import { NotifyInvalidatedCache } from './notify-invalidated-cache.ts'

const setUp = async ({ max = 2, isStarted = true, isGrouped = false } = {}) => {
  const told: { forget: (group: string) => void; comeBack: () => void } = { forget() {}, comeBack() {} }
  const state = { isListening: false }
  const sql = {
    listen: async (_channel: string, onNotify: (name: string) => void, onListen: () => void) => {
      Object.assign(told, { forget: onNotify, comeBack: onListen })
      state.isListening = true
      onListen()
      return async () => void (state.isListening = false)
    },
  } as unknown as Sql
  const groupOf = (name: string): string => name.charAt(0)
  const cache = new NotifyInvalidatedCache<string>({ sql, topic: 'changes', max, ...(isGrouped && { groupOf }) })
  if (isStarted) await cache.start()
  const read = (name: string, value: string | null = name): Promise<string | null> =>
    cache.read(name, async () => value)
  return { cache, told, state, read }
}

test('keeps a value until a notification invalidates it', async () => {
  const { cache, told, read } = await setUp()
  assert.equal(await read('a'), 'a')
  assert.equal(await read('b'), 'b')
  told.forget('a')
  assert.deepEqual([cache.get('a'), cache.get('b')], [undefined, 'b'])
})

test('a group is forgotten as a whole, and the others stay', async () => {
  const { cache, told, read } = await setUp({ max: 4, isGrouped: true })
  const names = ['a1', 'a2', 'b1', 'b2']
  for (const name of names) await read(name)
  told.forget('a')
  assert.deepEqual(
    names.map((name) => cache.get(name)),
    [undefined, undefined, 'b1', 'b2'],
  )
})

test('does not cache a missing value', async () => {
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

test('returns but does not cache a value that is invalidated during its read', async () => {
  for (const [group, kept] of [
    ['a', undefined],
    ['b', 'a1'],
  ] as const) {
    const { cache, told } = await setUp({ isGrouped: true })
    const reading = Promise.withResolvers<string>()
    const read = cache.read('a1', () => reading.promise)
    told.forget(group)
    reading.resolve('a1')
    assert.equal(await read, 'a1')
    assert.equal(cache.get('a1'), kept, group)
  }
})

test('does not cache a value if everything is invalidated during its read', async () => {
  const { cache, told } = await setUp()
  const reading = Promise.withResolvers<string>()
  const read = cache.read('a', () => reading.promise)
  told.comeBack()
  reading.resolve('a')
  assert.equal(await read, 'a')
  assert.equal(cache.get('a'), undefined)
})

test('clears the cache after a reconnect, because notifications may have been missed', async () => {
  const { cache, told, read } = await setUp()
  await read('a')
  told.comeBack()
  assert.equal(cache.get('a'), undefined)
  await read('a')
  assert.equal(cache.get('a'), 'a')
})

test('caches nothing before the start and after the stop', async () => {
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
