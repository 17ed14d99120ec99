import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { ChangeFeed } from './change-feed.ts'
import type { Sql } from './sql.ts'

/** Starts a feed. If `first` is given, the start waits for it. */
const setUp = async (first?: Promise<void>) => {
  const clock = new VirtualClock()
  const reads: [on: number, names: readonly string[] | null][] = []
  const failures: object[] = []
  let tell: (name: string) => void = () => assert.fail('nobody listens')
  let comeBack: () => void = () => {}
  let isListening = false
  /** Results of the next reads. */
  const outcomes: Promise<void>[] = [first ?? Promise.resolve()]
  const sql = {
    listen: async (_channel: string, onNotify: (name: string) => void, onListen: () => void) => {
      ;[tell, comeBack, isListening] = [onNotify, onListen, true]
      onListen()
      return async () => void (isListening = false)
    },
  } as unknown as Sql
  const reader = new ChangeFeed({
    sql,
    clock,
    log: { error: (details) => void failures.push(details) },
    channel: 'changes',
    failure: 'It was not read',
    read: (names) => {
      reads.push([clock.now(), names])
      return outcomes.shift() ?? Promise.resolve()
    },
  })
  const started = reader.start()
  if (first === undefined) await started
  while (reads.length === 0) await Promise.resolve()
  assert.deepEqual(reads.splice(0), [[0, null]], 'everything is read at the start')
  /** Returns what was read in that time, and when. */
  const readsIn = async (ms: number) => {
    await clock.advanceAsync(ms)
    return reads.splice(0)
  }
  const fail = (): void => {
    const failed = Promise.reject(new Error('away'))
    failed.catch(() => {})
    outcomes.push(failed)
  }
  return {
    reader,
    started,
    clock,
    failures,
    outcomes,
    readsIn,
    fail,
    tell: (name: string) => tell(name),
    comeBack: () => comeBack(),
    isListening: () => isListening,
  }
}

test('changes within a short time are read together, each once', async () => {
  const { clock, tell, readsIn } = await setUp()
  tell('a')
  await clock.advanceAsync(4)
  tell('b')
  tell('a')
  assert.deepEqual(await readsIn(100), [[5, ['a', 'b']]])
  tell('c')
  assert.deepEqual(await readsIn(100), [[109, ['c']]])
})

test('retries a failed read together with newer changes, after a pause that resets on success', async () => {
  const { tell, fail, failures, readsIn } = await setUp()
  fail()
  fail()
  tell('a')
  assert.deepEqual(await readsIn(1000), [[5, ['a']]])
  tell('b')
  assert.deepEqual(await readsIn(4000), [
    [2005, ['a', 'b']],
    [4005, ['a', 'b']],
  ])
  assert.equal(failures.length, 2)
  tell('c')
  assert.deepEqual(await readsIn(5000), [[5005, ['c']]])
})

test('after a lost connection everything is read, with retries', async () => {
  const { tell, comeBack, fail, readsIn } = await setUp()
  fail()
  tell('a')
  comeBack()
  tell('b')
  assert.deepEqual(await readsIn(5000), [
    [5, null],
    [2005, null],
  ])
  tell('c')
  assert.deepEqual(await readsIn(5), [[5005, ['c']]])
})

test('runs one read at a time; changes during a read are read after it', async () => {
  const { clock, tell, outcomes, readsIn } = await setUp()
  const slow = Promise.withResolvers<void>()
  outcomes.push(slow.promise)
  tell('a')
  await clock.advanceAsync(10)
  tell('a')
  tell('b')
  assert.deepEqual(await readsIn(1000), [[5, ['a']]])
  slow.resolve()
  assert.deepEqual(await readsIn(10), [[1015, ['a', 'b']]])
})

test('reads changes that arrive during the first read after it', async () => {
  const slow = Promise.withResolvers<void>()
  const { tell, started, readsIn } = await setUp(slow.promise)
  tell('a')
  assert.deepEqual(await readsIn(1000), [])
  slow.resolve()
  await started
  assert.deepEqual(await readsIn(10), [[1005, ['a']]])
})

test('neither reads nor logs after a stop', async () => {
  const { reader, tell, failures, outcomes, readsIn, isListening } = await setUp()
  const slow = Promise.withResolvers<void>()
  outcomes.push(slow.promise)
  tell('a')
  await readsIn(5)
  tell('b')
  assert.equal(reader.isStopped, false)
  await reader.stop()
  assert.deepEqual([reader.isStopped, isListening()], [true, false])
  slow.reject(new Error('cut off'))
  tell('c')
  assert.deepEqual(await readsIn(10_000), [])
  assert.deepEqual(failures, [])
})

test('a stop cancels a pending read', async () => {
  const { reader, clock, tell, readsIn } = await setUp()
  tell('a')
  await reader.stop()
  assert.equal(clock.pending, 0)
  assert.deepEqual(await readsIn(10), [])
})
