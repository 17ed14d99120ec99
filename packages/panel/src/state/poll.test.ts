import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startPolling } from './poll.ts'

const periodMs = 1000

/** Polling of requests that are answered by `answer`. */
const fakePolling = (t: TestContext, period: number | null = periodMs) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const page = { isHidden: false }
  const pending: (() => void)[] = []
  let count = 0
  const polling = startPolling({
    load: () =>
      new Promise((resolve) => {
        count += 1
        pending.push(resolve)
      }),
    periodMs: period,
    isHidden: () => page.isHidden,
  })
  t.after(() => polling.stop())
  return {
    ...polling,
    page,
    inFlight: () => pending.length,
    count: () => count,
    async answer() {
      pending.shift()?.()
      // The loop goes on in microtasks.
      for (let i = 0; i < 5; i += 1) await Promise.resolve()
    },
  }
}

test('has one request in flight and one timer, however often the user looks away during a slow request', async (t) => {
  const polling = fakePolling(t)
  for (let i = 0; i < 5; i += 1) polling.resume()
  assert.equal(polling.inFlight(), 1)
  await polling.answer()
  assert.equal(polling.inFlight(), 0)
  for (let round = 2; round < 5; round += 1) {
    t.mock.timers.tick(periodMs)
    assert.equal(polling.inFlight(), 1)
    assert.equal(polling.count(), round)
    await polling.answer()
  }
})

test('replaces the timer when the user returns between requests', async (t) => {
  const polling = fakePolling(t)
  await polling.answer()
  t.mock.timers.tick(periodMs / 2)
  polling.resume()
  polling.resume()
  assert.equal(polling.count(), 2)
  await polling.answer()
  t.mock.timers.tick(periodMs / 2)
  assert.equal(polling.count(), 2)
  t.mock.timers.tick(periodMs / 2)
  assert.equal(polling.count(), 3)
})

test('stops while the page is hidden', async (t) => {
  const polling = fakePolling(t)
  await polling.answer()
  polling.page.isHidden = true
  t.mock.timers.tick(10 * periodMs)
  assert.equal(polling.count(), 1)
  polling.page.isHidden = false
  polling.resume()
  assert.equal(polling.count(), 2)
})

test('repeats a request in flight once when asked to load again', async (t) => {
  const polling = fakePolling(t, null)
  polling.again()
  polling.again()
  assert.equal(polling.inFlight(), 1)
  await polling.answer()
  assert.equal(polling.count(), 2)
  await polling.answer()
  assert.equal(polling.count(), 2)
  polling.again()
  assert.equal(polling.count(), 3)
})
