import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { AddressRanges } from '@busbar/kit/net'
import { prefix } from '../fields/prefix.ts'
import { createApi } from '../start/api.ts'
import { TrustedProxies } from './client/client-address.ts'
import { addConsole } from './console.ts'

const folder = mkdtempSync(join(tmpdir(), 'busbar-console-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<p>page</p>')
writeFileSync(join(folder, 'texts.json'), JSON.stringify({ en: '/assets/en-1.js', uk: '/assets/uk-1.js' }))
writeFileSync(join(folder, 'assets/app-1a2b.js'), 'let x = 1')
writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), gzipSync('let x = 1'))
writeFileSync(join(folder, 'sw.js'), 'let worker')
writeFileSync(join(folder, 'manifest.webmanifest'), '{}')
writeFileSync(join(folder, 'secret.txt'), 'not a type that is served')
const service = { proxies: new TrustedProxies(new AddressRanges()) } as Parameters<typeof createApi>[0]
const app = createApi(service, { log: { error: () => {} } })
addConsole(app, folder, prefix)
after(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

describe('the console is served', () => {
  for (const url of ['/', '/index.html', '/overview', '/devices/7?tab=log', '/a%2e%2e%2fb']) {
    test(`the page: ${url}`, async () => {
      const { statusCode, body, headers } = await get(url)
      assert.deepEqual([statusCode, body], [200, '<p>page</p>'])
      assert.equal(headers['cache-control'], 'no-cache')
      assert.match(String(headers['content-security-policy']), /script-src 'self';.*connect-src 'self'/)
      assert.equal(headers['x-content-type-options'], 'nosniff')
    })
  }

  for (const [says, file] of [
    ['uk-UA,uk;q=0.9,en;q=0.8', 'uk'],
    ['de, EN-gb;q=0.7', 'en'],
    ['de', 'en'],
    ['', 'en'],
  ] as const) {
    test(`the page names the texts for who reads ${says || 'nothing'}`, async () => {
      const { headers } = await get('/overview', { 'accept-language': says })
      assert.equal(headers['link'], `</assets/${file}-1.js>; rel=modulepreload; crossorigin`)
      assert.equal(headers['vary'], 'accept-encoding, accept-language')
    })
  }

  test('a file with a name that changes with it is kept for good, packed for whom takes that', async () => {
    const plain = await get('/assets/app-1a2b.js')
    assert.equal(plain.body, 'let x = 1')
    assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(plain.headers['link'], undefined)
    const packed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br, gzip;q=0.5' })
    assert.equal(packed.headers['content-encoding'], 'gzip')
    assert.deepEqual(packed.rawPayload, gzipSync('let x = 1'))
    const refused = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip;q=0' })
    assert.equal(refused.headers['content-encoding'], undefined)
  })

  test('the service worker and the manifest are revalidated for each use and allowed by the policy', async () => {
    for (const [url, type] of [
      ['/sw.js', 'text/javascript; charset=utf-8'],
      ['/manifest.webmanifest', 'application/manifest+json'],
    ] as const) {
      const { statusCode, headers } = await get(url)
      assert.deepEqual([statusCode, headers['content-type'], headers['cache-control']], [200, type, 'no-cache'])
    }
    const policy = String((await get('/')).headers['content-security-policy'])
    assert.match(policy, /manifest-src 'self'; worker-src 'self'/)
  })

  test('HEAD says the same', async () => {
    const { statusCode, headers } = await app.inject({ method: 'HEAD', url: '/assets/app-1a2b.js' })
    assert.deepEqual([statusCode, headers['content-length']], [200, '9'])
  })

  for (const url of [
    '/assets/gone.js',
    '/secret.txt',
    '/texts.json',
    '/assets/app-1a2b.js.gz',
    '/%E0%A4',
    '/../package.json',
    '/assets/../../x.json',
  ]) {
    test(`nothing: ${url}`, async () => assert.equal((await get(url)).statusCode, 404))
  }

  test('the API answers unknown paths below its prefix', async () => {
    for (const url of [prefix, `${prefix}/`, `${prefix}/nowhere/`]) {
      const { statusCode, body } = await get(url)
      assert.equal(statusCode, 404)
      assert.equal((JSON.parse(body) as { errorCode: string }).errorCode, 'IncorrectEndpoint')
    }
    assert.equal((await app.inject({ method: 'POST', url: '/overview' })).statusCode, 404)
  })
})

test('pictures may come from the one other place that was named, and nothing else may', async (t) => {
  const other = createApi(service, { log: { error: () => {} } })
  t.after(() => other.close())
  addConsole(other, folder, prefix, 'https://tiles.example.org')
  const policy = String((await other.inject({ url: '/' })).headers['content-security-policy'])
  assert.match(policy, /img-src 'self' data: blob: https:\/\/tiles\.example\.org;/)
  assert.equal(policy.split('tiles.example.org').length, 2)
  const plain = String((await get('/')).headers['content-security-policy'])
  assert.match(plain, /img-src 'self' data: blob:;/)
})
