import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { VirtualClock } from '@busbar/kit'
import { makeCertificate } from '@busbar/kit/certificate'
import { createLog } from '@busbar/kit/log'
import { until } from '@busbar/kit/testing'
import { startGateway } from '../../start/app.ts'
import { readEnv } from '../../start/env.ts'
import type { HostParts } from '../../start/host.ts'
import { testFolder } from '../../testing/folder.ts'

const start = async (t: TestContext, data: string, https?: string, parts: HostParts = {}) => {
  const places = { http: '127.0.0.1:0', https, modbus: '127.0.0.1:0', modem: 'none' }
  const gateway = await startGateway(readEnv({ data, ...places }, {}), createLog('silent'), {
    openPort: () => Promise.reject(new Error('none')),
    ...parts,
  })
  t.after(() => gateway.stop())
  return gateway
}

/** An answer over TLS, by who trusts this certificate alone. */
const ask = (url: string, path: string, ca: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const at = new URL(path, url)
    const clientRequest = request(at, { ca, servername: 'localhost', agent: false }, (answer) => {
      let body = ''
      answer.on('data', (part: Buffer) => (body += part.toString()))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    clientRequest.once('error', reject)
    clientRequest.end()
  })

const httpsOf = async (url: string) => (await (await fetch(`${url}api/https/`)).json()) as object

test('serves the API over HTTPS from the first start, with its own certificate, which outlives a restart', async (t) => {
  const data = testFolder(t)
  const first = await start(t, data)
  const { url, fingerprint } = first.https ?? assert.fail()
  const pem = readFileSync(join(data, 'https.pem'), 'utf8')
  assert.equal(statSync(join(data, 'https.pem')).mode & 0o777, 0o600)
  const certificate = new X509Certificate(pem)
  assert.equal(certificate.fingerprint256, fingerprint)
  assert.equal((await ask(url, 'api/version/', pem)).status, 200)
  assert.equal((await ask(url, 'api/state/get/', pem)).status, 401)
  const reply = JSON.parse((await ask(url, 'api/https/', pem)).body) as { port: number; fingerprint: string }
  assert.deepEqual(reply, { port: Number(new URL(url).port), fingerprint, problem: null })
  assert.deepEqual(await httpsOf(first.url), reply, 'HTTP reports the same')
  await assert.rejects(fetch(`${url}api/version/`), 'no authority has signed it')
  await first.stop()
  const second = await start(t, data)
  assert.equal(second.https?.fingerprint, fingerprint)
  await second.reboot()
  assert.equal((await ask(second.https.url, 'api/version/', pem)).status, 200)
})

test('serves the certificate that its owner has put into the data folder, where --https says', async (t) => {
  const data = testFolder(t)
  const { cert, key } = makeCertificate('gw.example.org', new Date(), ['localhost'])
  writeFileSync(join(data, 'https.pem'), key + cert)
  const { https } = await start(t, data, '127.0.0.1:0')
  const { url, fingerprint } = https ?? assert.fail()
  assert.equal((await ask(url, 'api/version/', cert)).status, 200)
  assert.equal(fingerprint, new X509Certificate(cert).fingerprint256)
})

test('runs on without HTTPS while its port is in use, and listens once the port is free', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const clock = new VirtualClock()
  const gateway = await start(t, testFolder(t), `127.0.0.1:${port}`, { clock })
  const problem = `port ${port} is in use by another program`
  assert.deepEqual([gateway.https, gateway.httpsProblem], [null, problem])
  const reported = (await httpsOf(gateway.url)) as { fingerprint: string }
  assert.deepEqual(reported, { port: null, fingerprint: reported.fingerprint, problem })
  assert.match(reported.fingerprint, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  other.close()
  await once(other, 'close')
  clock.advance(1000)
  await until(() => gateway.https !== null)
  assert.equal(gateway.httpsProblem, null)
  assert.deepEqual(await httpsOf(gateway.url), { ...reported, port, problem: null })
})

test('runs on without HTTPS when the certificate is damaged, and leaves the file as it is', async (t) => {
  const data = testFolder(t)
  writeFileSync(join(data, 'https.pem'), 'not a certificate')
  const gateway = await start(t, data)
  assert.match(gateway.httpsProblem ?? '', /^the certificate cannot be used: /)
  assert.equal(readFileSync(join(data, 'https.pem'), 'utf8'), 'not a certificate')
})

test('does not listen for HTTPS when that is switched off', async (t) => {
  const gateway = await start(t, testFolder(t), 'off')
  assert.deepEqual([gateway.https, gateway.httpsProblem], [null, null])
  assert.deepEqual(await httpsOf(gateway.url), { port: null, fingerprint: null, problem: null })
})
