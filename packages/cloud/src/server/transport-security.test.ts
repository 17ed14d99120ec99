import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { monotonicClock } from '@busbar/kit'
import { makeCertificate } from '@busbar/kit/certificate'
import { AddressRanges } from '@busbar/kit/net'
import { createApi } from '../start/api.ts'
import { TrustedProxies } from './client/client-address.ts'
import { hostPolicy } from './transport-security.ts'

const names = ['*.plant.example.org', 'localhost', 'box.local', 'busbar', '192.0.2.7']
const { cert } = makeCertificate('busbar.example.org', new Date('2026-01-01'), names)

describe('https alone is asked for', () => {
  const mayUpgrade = hostPolicy(cert, [cert])
  for (const [host, isAsked] of [
    ['busbar.example.org', true],
    ['BUSBAR.example.org:8443', true],
    ['north.plant.example.org', true],
    ['other.example.org', false],
    ['localhost', false],
    ['localhost:8080', false],
    ['box.local', false],
    ['busbar', false],
    ['192.0.2.7', false],
    ['[2001:db8::1]:443', false],
    ['', false],
  ] as const) {
    test(`${host === '' ? 'no host' : host}: ${isAsked ? 'yes' : 'no'}`, () => assert.equal(mayUpgrade(host), isAsked))
  }

  test('not where no public authority vouches for the certificate', () => {
    assert.equal(hostPolicy(cert)('busbar.example.org'), false)
    assert.equal(hostPolicy('', [cert])('busbar.example.org'), false)
  })
})

describe('every answer', () => {
  const service = {
    version: '1',
    proxies: new TrustedProxies(new AddressRanges()),
    clock: monotonicClock,
  } as Parameters<typeof createApi>[0]
  const app = createApi(service, { log: { error: () => {} }, mayUpgrade: hostPolicy(cert, [cert]) })
  app.get('/healthz', () => ({}))
  app.get('/raw', (_request, reply) => void reply.hijack().raw.writeHead(200, { 'content-type': 'text/plain' }).end())
  after(() => app.close())

  for (const url of ['/healthz', '/raw', '/nowhere', '/api/v1/version/', '/api/v1/user/']) {
    test(`${url} is of the type that it says`, async () => {
      const of = async (host: string) => (await app.inject({ method: 'GET', url, headers: { host } })).headers
      const plain = await of('localhost')
      assert.equal(plain['x-content-type-options'], 'nosniff')
      assert.equal(plain['strict-transport-security'], undefined)
      assert.equal((await of('busbar.example.org'))['strict-transport-security'], 'max-age=15552000')
    })
  }
})
