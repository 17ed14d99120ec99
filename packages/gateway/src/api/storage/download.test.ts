import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import * as fc from 'fast-check'
import type { TestApi } from '../../testing/api.ts'
import { sharedApis } from '../../testing/shared-api.ts'
import { ask } from '../server/testing/ask.ts'

const content = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7) % 256))
const secret = 'outside the card'

const pieces =
  '.. . %2e%2e %2E / %2f \\ %5c SECRET.TXT LOGS LINK.TXT %00 ~ card ..; %20 : ? % %u002e é .busbar EVIL.HTM'.split(' ')

const fill = (cardFolder: string): void => {
  mkdirSync(join(cardFolder, 'LOGS'))
  writeFileSync(join(cardFolder, 'LOGS', 'DAY 1.BIN'), content)
  writeFileSync(join(cardFolder, 'EVIL.HTM'), '<script>alert(1)</script>')
  writeFileSync(join(cardFolder, 'EMPTY.TXT'), '')
  writeFileSync(join(cardFolder, '..', 'SECRET.TXT'), secret)
  symlinkSync(join(cardFolder, '..', 'SECRET.TXT'), join(cardFolder, 'LINK.TXT'))
}

const get = ({ url, tokens }: TestApi, path: string, headers: Record<string, string> = {}) =>
  ask(url, { path, headers: { authorization: `Bearer ${tokens.user}`, ...headers } })

const file = '/card/LOGS/DAY%201.BIN'

describe('a download', () => {
  const apis = sharedApis()
  before(() => fill(apis.B().cardFolder))

  test('is a file to be saved, never a page of ours', async () => {
    const api = apis.B()
    for (const path of [file, '/card/EVIL.HTM']) {
      const { status, headers } = await get(api, path)
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'application/octet-stream')
      assert.match(String(headers['content-disposition']), /^attachment; filename="[\w.]+"; filename\*=UTF-8''[\w.%]+$/)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.match(String(headers['content-security-policy']), /default-src 'none'; sandbox/)
      assert.equal(headers['accept-ranges'], 'bytes')
      assert.equal(headers['cache-control'], 'no-store')
    }
    const { bytes, headers } = await get(api, file)
    assert.deepEqual(bytes, content)
    assert.equal(headers['content-length'], '3000')
    assert.equal((await get(api, '/card/EMPTY.TXT')).headers['content-length'], '0')
  })

  test('requires a token before it reports whether a file exists', async () => {
    const { url } = apis.B()
    for (const path of [file, '/card/NONE.TXT', '/card/LOGS/']) {
      assert.equal((await ask(url, { path })).verdict, '401 ERROR_TOKEN')
    }
  })

  for (const [range, status, contentRange] of [
    ['bytes=0-0', 206, 'bytes 0-0/3000'],
    ['bytes=0-999', 206, 'bytes 0-999/3000'],
    ['bytes=2990-', 206, 'bytes 2990-2999/3000'],
    ['bytes=2990-99999', 206, 'bytes 2990-2999/3000'],
    ['bytes=-10', 206, 'bytes 2990-2999/3000'],
    ['bytes=-99999', 206, 'bytes 0-2999/3000'],
    ['lines=1-2', 200, undefined],
    ['bytes=3000-', 416, 'bytes */3000'],
    ['bytes=5-4', 416, 'bytes */3000'],
    ['bytes=-0', 416, 'bytes */3000'],
    ['bytes=0-1,5-6', 416, 'bytes */3000'],
    ['bytes=', 416, 'bytes */3000'],
    ['bytes=a-b', 416, 'bytes */3000'],
  ] as const) {
    test(`Range: ${range}`, async () => {
      const { status: actualStatus, headers, bytes, verdict } = await get(apis.B(), file, { range })
      assert.deepEqual([actualStatus, headers['content-range']], [status, contentRange])
      if (status === 416) assert.equal(verdict, '416 ERROR_RANGE')
      const [, first = '0', last = '2999'] = /^bytes (\d+)-(\d+)/.exec(contentRange ?? '') ?? []
      if (status !== 416) assert.deepEqual(bytes, content.subarray(Number(first), Number(last) + 1))
    })
  }

  test('refuses to download anything but a file', async () => {
    const api = apis.B()
    for (const [path, status] of [
      ['/card/NONE.TXT', 404],
      ['/card/NONE/A.TXT', 404],
      ['/card/LOGS', 404],
      ['/card/', 404],
      ['/card/LINK.TXT', 409],
      ['/card/../SECRET.TXT', 400],
      ['/card/%2e%2e/SECRET.TXT', 400],
      ['/card/..%2fSECRET.TXT', 400],
      ['/card/LOGS/..%5c..%5cSECRET.TXT', 400],
      ['/card//etc/passwd', 400],
      ['/card/A%00.TXT', 400],
      ['/card/%ff', 404],
    ] as const) {
      const reply = await get(api, path)
      assert.equal(reply.status, status, `${path}: ${reply.verdict} ${reply.message}`)
    }
  })

  test('never leaves the card, whatever the path', async () => {
    const api = apis.B()
    const paths = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(paths, async (chosen) => {
        const path = `/card/${chosen.join('').replaceAll(/[^!-~]/g, (found) => encodeURIComponent(found.toWellFormed()))}`
        const { status, bytes } = await get(api, path)
        assert.notEqual(status, 500, path)
        assert.ok(!bytes.includes(secret), path)
      }),
      { numRuns: 300 },
    )
  })
})
