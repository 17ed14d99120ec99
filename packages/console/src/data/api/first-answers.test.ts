import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { fetchOrPrefetched, prefetch } from './first-answers.ts'

/** A service that answers with how often it was asked. */
const count = (): string[] => {
  const requestedUrls: string[] = []
  globalThis.fetch = (input) => {
    requestedUrls.push(input as string)
    return Promise.resolve(Response.json(requestedUrls.length))
  }
  return requestedUrls
}

describe('first answers', () => {
  const own = globalThis.fetch
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => {
    mock.timers.reset()
    globalThis.fetch = own
  })

  test('uses a prefetched answer once', async () => {
    const requestedUrls = count()
    await prefetch('/a', 'token')
    assert.equal(await (await fetchOrPrefetched('/a', { method: 'GET' })).json(), 1)
    assert.equal(await (await fetchOrPrefetched('/a', { method: 'GET' })).json(), 2)
    assert.deepEqual(requestedUrls, ['/a', '/a'])
  })

  test('after a change it is old', async () => {
    count()
    await prefetch('/a', 'token')
    await fetchOrPrefetched('/b', { method: 'POST' })
    assert.equal(await (await fetchOrPrefetched('/a', { method: 'GET' })).json(), 3)
  })

  test('nor is it kept for long', async () => {
    count()
    await prefetch('/a', 'token')
    mock.timers.tick(10_000)
    assert.equal(await (await fetchOrPrefetched('/a', { method: 'GET' })).json(), 2)
  })
})
