import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createPublicKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { connect, createServer } from 'node:tls'
import { integer, makeCertificate, oid, sequence } from './certificate.ts'

const oracle = 'openssl'
const now = new Date('2026-01-02T06:07:08Z')

test('DER', () => {
  for (const [made, hex] of [
    [oid('1.2.840.10045.4.3.2'), '06082a8648ce3d040302'],
    [integer(2), '020102'],
    [integer(0x80), '02020080'],
    [sequence(new Uint8Array(127)).subarray(0, 2), '307f'],
    [sequence(new Uint8Array(128)).subarray(0, 3), '308180'],
    [sequence(new Uint8Array(256)).subarray(0, 4), '30820100'],
  ] as const) {
    assert.equal(made.toString('hex'), hex)
  }
})

test('a certificate is one by Node\u2019s reading', () => {
  const { cert, key } = makeCertificate('busbar', now)
  const read = new X509Certificate(cert)
  assert.equal(read.subject, 'CN=busbar')
  assert.equal(read.issuer, 'CN=busbar')
  assert.equal(read.subjectAltName, 'DNS:busbar')
  assert.equal(read.validFromDate.toISOString(), '2026-01-02T06:07:08.000Z')
  assert.equal(read.validToDate.getUTCFullYear(), 9999)
  assert.ok(read.verify(createPublicKey(key)))
  assert.ok(read.checkHost('busbar'))
  const names = new X509Certificate(makeCertificate('box', now, ['box.local', 'localhost']).cert).subjectAltName
  assert.equal(names, 'DNS:box, DNS:box.local, DNS:localhost')
  assert.notEqual(new X509Certificate(makeCertificate('busbar', now).cert).serialNumber, read.serialNumber)
})

test('and by OpenSSL\u2019s, where it is installed', (t) => {
  const { cert } = makeCertificate('busbar', now)
  const { error, status, stdout, stderr } = spawnSync(oracle, ['x509', '-noout', '-text'], { input: cert })
  if (error !== undefined) return t.diagnostic('there is no openssl')
  assert.equal(status, 0, stderr.toString())
  assert.match(stdout.toString(), /Signature Algorithm: ecdsa-with-SHA256[\s\S]*CN\s*=\s*busbar[\s\S]*DNS:busbar/)
})

test('a TLS client that trusts it connects', async () => {
  const { cert, key } = makeCertificate('busbar', now)
  const server = createServer({ cert, key }, (socket) => socket.end('hello')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', ca: cert, servername: 'busbar' })
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  assert.equal(bytes.toString(), 'hello')
  assert.ok(socket.authorized)
  socket.destroy()
  server.close()
  await once(server, 'close')
})
