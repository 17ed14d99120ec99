import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Server, TLSSocket } from 'node:tls'
import { VirtualClock } from '@busbar/kit'
import { makeCertificate } from '@busbar/kit/certificate'
import { AddressRanges } from '@busbar/kit/net'
import { prefix } from '../fields/prefix.ts'
import { createApi } from '../start/api.ts'
import { TrustedProxies } from './client/client-address.ts'
import { ServedCertificate } from './served-certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'busbar-https-'))
const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
const made = (): { cert: string; key: string } => makeCertificate('busbar', new Date('2026-01-01'))
const write = ({ cert, key }: { cert: string; key: string }): void => {
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
}
const fingerprint = (cert: string): string => new X509Certificate(cert).fingerprint256

const logged: string[] = []
const log = {
  info: (_details: object, message: string) => void logged.push(message),
  error: (_details: object, message: string) => void logged.push(message),
}
const clock = new VirtualClock()
const first = made()
write(first)
const certificate = new ServedCertificate({ files, clock, log })
const service = { version: '1', proxies: new TrustedProxies(new AddressRanges()) } as Parameters<typeof createApi>[0]
const starting = certificate.read().then(async (tls) => {
  const app = createApi(service, { log, tls })
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) }
})
after(async () => {
  await certificate.stop()
  await (await starting).app.close()
  rmSync(folder, { recursive: true })
})

/** Asks over a new connection: the status, and which certificate was shown. */
const ask = async (): Promise<{ status: number | undefined; shown: string }> => {
  const { app } = await starting
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const outgoing = request({ port, path: `${prefix}/version/`, headers, rejectUnauthorized: false, agent: false })
    outgoing.once('response', (response) => {
      response.resume()
      const shown = (response.socket as TLSSocket).getPeerCertificate().fingerprint256
      response.once('end', () => resolve({ status: response.statusCode, shown }))
    })
    outgoing.once('error', reject)
    outgoing.end()
  })
}
const serve = async (): Promise<void> => {
  const { app } = await starting
  await certificate.reload((pair) => (app.server as unknown as Server).setSecureContext(pair))
}

describe('https by ourselves', () => {
  test('serves the certificate of the files over HTTPS', async () => {
    assert.match((await starting).url, /^https:\/\/127\.0\.0\.1:/)
    assert.deepEqual(await ask(), { status: 200, shown: fingerprint(first.cert) })
  })

  test('ignores connections without TLS', async () => {
    const { url } = await starting
    await assert.rejects(fetch(url.replace('https:', 'http:')))
    assert.equal((await ask()).status, 200)
  })

  test('serves a certificate that was rewritten or renamed into place to new connections', async () => {
    const second = made()
    write(second)
    await serve()
    assert.equal((await ask()).shown, fingerprint(second.cert))
    const third = made()
    for (const kind of ['cert', 'key'] as const) {
      writeFileSync(`${files[kind]}.new`, third[kind])
      renameSync(`${files[kind]}.new`, files[kind])
    }
    await serve()
    assert.equal((await ask()).shown, fingerprint(third.cert))
    // As certbot does: links that come to lead elsewhere.
    const fourth = made()
    for (const kind of ['cert', 'key'] as const) {
      writeFileSync(join(folder, `${kind}2.pem`), fourth[kind])
      symlinkSync(join(folder, `${kind}2.pem`), `${files[kind]}.link`)
      renameSync(`${files[kind]}.link`, files[kind])
    }
    await serve()
    assert.equal((await ask()).shown, fingerprint(fourth.cert))
    assert.deepEqual(logged.splice(0), Array(3).fill('certificate replaced'))
    await serve()
    assert.deepEqual(logged, [])
  })

  test('logs an invalid certificate once and keeps the previous one', async () => {
    const { shown: before } = await ask()
    for (const kind of ['cert', 'key'] as const) unlinkSync(files[kind])
    await serve()
    for (const broken of [
      { cert: made().cert, key: made().key },
      { cert: '', key: '' },
      { cert: 'no certificate', key: made().key },
    ]) {
      write(broken)
      await serve()
      await serve()
      assert.deepEqual(await ask(), { status: 200, shown: before })
    }
    const complaint = 'new certificate is invalid: keeping the previous one'
    assert.deepEqual(logged.splice(0), Array(3).fill(complaint))
    const good = made()
    write(good)
    await serve()
    assert.equal((await ask()).shown, fingerprint(good.cert))
  })

  test('it looks every ten seconds, until it is stopped', async (t) => {
    const { mock } = t.mock.method(certificate, 'reload', () => Promise.resolve())
    certificate.start(() => {})
    await clock.advanceAsync(9999)
    assert.equal(mock.callCount(), 0)
    await clock.advanceAsync(1)
    await clock.advanceAsync(20_000)
    assert.equal(mock.callCount(), 3)
    await certificate.stop()
    await clock.advanceAsync(60_000)
    assert.equal(mock.callCount(), 3)
  })
})
