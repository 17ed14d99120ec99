import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exponentialBackOff } from './back-off.ts'
import { Mutex } from './mutex.ts'
import { Semaphore } from './semaphore.ts'
import { SerialQueue } from './serial-queue.ts'

test('a mutex lets callers in one at a time, in order', async () => {
  const mutex = new Mutex()
  const seen: string[] = []
  const enter = async (name: string): Promise<void> => {
    const unlock = await mutex.lock()
    seen.push(`${name} in`)
    await Promise.resolve()
    seen.push(`${name} out`)
    unlock()
  }
  await Promise.all(['a', 'b', 'c'].map(enter))
  assert.deepEqual(seen, ['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
})

test('a serial queue goes on after a failure, and refuses more than its limit', async () => {
  const queue = new SerialQueue({ max: 3, full: () => new Error('full') })
  const seen: string[] = []
  const task = (name: string, error?: Error) => async () => {
    seen.push(name)
    if (error) throw error
    return name
  }
  const results = await Promise.allSettled([
    queue.run(task('a')),
    queue.run(task('b', new Error('broken'))),
    queue.run(task('c')),
    queue.run(task('d')),
  ])
  assert.deepEqual(
    results.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message)),
    ['a', 'broken', 'c', 'full'],
  )
  assert.equal(await queue.run(task('e')), 'e')
  assert.deepEqual(seen, ['a', 'b', 'c', 'e'])
})

for (const [failures, waitMs] of [
  [0, 1000],
  [1, 2000],
  [4, 16_000],
  [5, 30_000],
  [5000, 30_000],
] as const) {
  test(`after ${failures} failures: ${waitMs} ms`, () =>
    assert.equal(exponentialBackOff(failures, 1000, 30_000), waitMs))
}

test('a semaphore runs so many at once, and tells when it is idle', async () => {
  const semaphore = new Semaphore(2)
  const ends: (() => void)[] = []
  let most = 0
  let running = 0
  const task = () =>
    semaphore.run(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => ends.push(resolve))
      running -= 1
    })
  const all = Promise.all([task(), task(), task()])
  let isIdle = false
  const idle = semaphore.idle().then(() => {
    isIdle = true
  })
  for (let ended = 0; ended < 3; ended += 1) {
    assert.equal(isIdle, false)
    while (ends.length === 0) await Promise.resolve()
    ends.shift()?.()
  }
  await Promise.all([all, idle])
  assert.deepEqual([most, running], [2, 0])
})
