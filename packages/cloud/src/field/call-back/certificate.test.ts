import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ownCertificate } from './certificate.ts'

const now = new Date('2026-01-02T06:07:08Z')

test('a self-signed certificate is created once and stored privately', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-certificate-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const first = ownCertificate(join(folder, 'data'), now)
  assert.deepEqual(ownCertificate(join(folder, 'data'), now), first)
  assert.equal(statSync(join(folder, 'data', 'call-back.pem')).mode & 0o777, 0o600)
  assert.equal(new X509Certificate(first.cert).subject, 'CN=busbar')
})
