import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { monotonicClock } from '@busbar/kit'
import { AddressRanges } from '@busbar/kit/net'
import { prefix } from '../../fields/prefix.ts'
import { createApi } from '../../start/api.ts'
import { TrustedProxies } from '../client/client-address.ts'

const proxies = new TrustedProxies(new AddressRanges())
const service = { version: '1', proxies, clock: monotonicClock } as Parameters<typeof createApi>[0]
const app = createApi(service, { log: { error: () => {} } })
after(() => app.close())

const headersOf = async (method: 'GET' | 'POST', path: string) => {
  const headers = { 'content-type': 'application/json', host: 'x' }
  return (await app.inject({ method, url: `${prefix}${path}`, headers })).headers
}

test('no answer is kept on its way, and neither is a refusal', async () => {
  for (const [method, path] of [
    ['GET', '/version/'],
    ['GET', '/user/'],
    ['POST', '/login/'],
    ['POST', '/authenticate/'],
    ['POST', '/org/1/api-keys/create/'],
    ['GET', '/nowhere/'],
  ] as const) {
    assert.equal((await headersOf(method, path))['cache-control'], 'no-store', path)
  }
})

test('pages to print are as shut as the console', async () => {
  const uuid = '11111111-1111-4111-8111-111111111111'
  for (const path of [`/resource-report/${uuid}/print/`, `/sense/aggregation/tree/${uuid}/print/`]) {
    const headers = await headersOf('GET', path)
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src.*frame-ancestors 'none'$/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  }
  assert.equal((await headersOf('GET', '/version/'))['content-security-policy'], undefined)
})
