import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import { addFirmware } from './firmware.ts'

const folder = mkdtempSync(join(tmpdir(), 'busbar-firmware-'))
writeFileSync(join(folder, 'manifest.json'), '{}')
writeFileSync(join(folder, 'BX000200.BBF'), '0123456789')
writeFileSync(join(folder, 'release.key'), 'private')
const app = Fastify()
addFirmware(app, folder)
after(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

for (const [file, range, status, body, contentRange] of [
  ['manifest.json', undefined, 200, '{}', undefined],
  ['BX000200.BBF', undefined, 200, '0123456789', undefined],
  ['BX000200.BBF', 'bytes=2-5', 206, '2345', 'bytes 2-5/10'],
  ['BX000200.BBF', 'bytes=8-', 206, '89', 'bytes 8-9/10'],
  ['BX000200.BBF', 'bytes=10-', 416, '', 'bytes */10'],
  ['BX000300.BBF', undefined, 404, '', undefined],
  ['release.key', undefined, 404, '', undefined],
  ['..%2fmanifest.json', undefined, 404, '', undefined],
] as const) {
  test(`${file} ${range ?? 'whole'}: ${status}`, async () => {
    const answer = await app.inject({ url: `/firmware/gateway/${file}`, headers: range === undefined ? {} : { range } })
    assert.deepEqual([answer.statusCode, answer.body, answer.headers['content-range']], [status, body, contentRange])
  })
}
