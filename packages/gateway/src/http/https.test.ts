import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createLog } from '@busbar/kit/log'
import { startGateway } from '../app.ts'
import { readEnv } from '../env.ts'
import { testFolder } from '../testing/folder.ts'

const start = async (t: TestContext, data: string) => {
  const places = { http: '127.0.0.1:0', https: '127.0.0.1:0', modbus: '127.0.0.1:0', modem: 'none' }
  const gateway = await startGateway(readEnv({ data, ...places }, {}), createLog('silent'), {
    openPort: () => Promise.reject(new Error('none')),
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

test('the API is heard encrypted with a certificate of its own, which stays over a restart', async (t) => {
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
  assert.deepEqual(reply, { port: Number(new URL(url).port), fingerprint })
  const plain = (await (await fetch(`${first.url}api/https/`)).json()) as object
  assert.deepEqual(plain, reply, 'who comes unencrypted is told where to go')
  await assert.rejects(fetch(`${url}api/version/`), 'nobody else has signed it')
  await first.stop()
  const second = await start(t, data)
  assert.equal(second.https?.fingerprint, fingerprint)
  await second.reboot()
  assert.equal((await ask(second.https.url, 'api/version/', pem)).status, 200)
})
