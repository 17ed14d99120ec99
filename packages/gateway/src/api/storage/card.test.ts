import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { frCodes } from '../../storage/card/card-error.ts'
import { startApi, type TestApi } from '../../testing/api.ts'
import { errors } from '../server/errors.ts'
import { ask } from '../server/testing/ask.ts'

const errorOf = ({ status, body }: { status: number; body: unknown }): string =>
  `${status} ${(body as { error: string }).error}`

const upload = async ({ call }: TestApi, path: string, content: Uint8Array): Promise<void> => {
  const blockCount = Math.max(1, Math.ceil(content.length / 1024))
  for (let blockIdx = 0; blockIdx < blockCount; blockIdx += 1) {
    const data = Buffer.from(content.subarray(blockIdx * 1024, blockIdx * 1024 + 1024)).toString('base64')
    const { status, body } = await call('admin', 'POST', '/api/card/file/write/', { path, blockIdx, blockCount, data })
    assert.deepEqual([status, body], [200, {}])
  }
}

describe('the card', () => {
  test('a file goes there and back in blocks', async (t) => {
    const api = await startApi(t, 'B')
    const content = Buffer.from(Array.from({ length: 2500 }, (_, at) => at % 251))
    await upload(api, '/DATA.BIN', content)
    assert.deepEqual(readFileSync(join(api.cardFolder, 'DATA.BIN')), content)
    const parts: Buffer[] = []
    for (let blockIdx = 0; blockIdx < 3; blockIdx += 1) {
      const { body } = await api.call('user', 'POST', '/api/card/file/read/', { path: '/DATA.BIN', blockIdx })
      const { blockCount, data } = body as { blockCount: number; data: string }
      assert.equal(blockCount, 3)
      parts.push(Buffer.from(data, 'base64'))
    }
    assert.deepEqual(Buffer.concat(parts), content)
    const info = await api.call('user', 'POST', '/api/card/file/info/', { path: '/DATA.BIN' })
    assert.partialDeepStrictEqual(info.body, { name: 'DATA.BIN', attrib: '-rw', size: 2500 })
    const dir = await api.call('user', 'POST', '/api/card/dir/', { path: '/' })
    assert.deepEqual(dir.body, { fromIdx: 0, toIdx: 0, total: 1, items: [info.body] })
    const none = await api.call('user', 'POST', '/api/card/dir/', { path: '/', fromIdx: 1 })
    assert.deepEqual(none.body, { fromIdx: null, toIdx: null, total: 1, items: [] })
    assert.deepEqual((await api.call('admin', 'POST', '/api/card/remove/', { path: '/DATA.BIN' })).body, {})
    const gone = await api.call('user', 'POST', '/api/card/file/info/', { path: '/DATA.BIN' })
    assert.equal(errorOf(gone), '404 ERROR_FR_NO_FILE')
  })

  test('a file that another session is uploading is 409, until that has logged out', async (t) => {
    const api = await startApi(t, 'B')
    const other = api.service.sessions.open('admin', 2, '127.0.0.1')
    const send = (token: string, blockIdx: number, fill: string) =>
      ask(api.url, {
        method: 'POST',
        path: '/api/card/file/write/',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({
          path: '/A.BIN',
          blockIdx,
          blockCount: 2,
          data: Buffer.alloc(1024, fill).toString('base64'),
        }),
      })
    const { admin } = api.tokens
    assert.equal((await send(admin, 0, 'a')).status, 200)
    for (const blockIdx of [0, 1]) assert.equal((await send(other, blockIdx, 'b')).verdict, '503 ERROR_FR_LOCKED')
    assert.equal((await send(admin, 1, 'a')).status, 200)
    assert.equal(readFileSync(join(api.cardFolder, 'A.BIN'), 'utf8'), 'a'.repeat(2048))
    assert.equal((await send(admin, 0, 'c')).status, 200)
    assert.deepEqual((await api.call('admin', 'POST', '/api/cmd/logout/', {})).body, {})
    for (const blockIdx of [0, 1]) assert.equal((await send(other, blockIdx, 'b')).status, 200)
    assert.equal(readFileSync(join(api.cardFolder, 'A.BIN'), 'utf8'), 'b'.repeat(2048))
  })

  test('an empty file is one empty block', async (t) => {
    const api = await startApi(t, 'B')
    await upload(api, '/EMPTY.TXT', new Uint8Array())
    const { body } = await api.call('user', 'POST', '/api/card/file/read/', { path: '/EMPTY.TXT', blockIdx: 0 })
    assert.deepEqual(body, { blockIdx: 0, blockCount: 1, data: '' })
  })

  test('blocks that cannot be', async (t) => {
    const { call } = await startApi(t, 'B')
    const fullBlock = Buffer.alloc(1024).toString('base64')
    const good = { path: '/A.BIN', blockIdx: 0, blockCount: 2, data: fullBlock }
    for (const [wrong, message] of [
      [{ data: 'AAAA' }, /^body\.data: must be 1024 bytes in every block but the last/],
      [{ blockCount: 1, data: Buffer.alloc(1025).toString('base64') }, /^body\.data: must be at most 1024 bytes/],
      [{ blockCount: 1, data: 'A'.repeat(1372) }, /^body\.data: /],
      [{ data: 'no base64!' }, /^body\.data: /],
      [{ blockIdx: 2 }, /^body\.blockIdx: must be less than blockCount/],
      [{ blockIdx: -1 }, /^body\.blockIdx: /],
      [{ blockCount: 0 }, /^body\.blockCount: /],
      [{ blockCount: 65_537 }, /^body\.blockCount: /],
      [{ path: 'A.BIN' }, /^body\.path: must begin with \//],
    ] as const) {
      const { status, body } = await call('admin', 'POST', '/api/card/file/write/', { ...good, ...wrong })
      assert.equal(status, 400)
      assert.match((body as { message: string }).message, message)
    }
    const beyond = await call('user', 'POST', '/api/card/file/read/', { path: '/A.BIN', blockIdx: 0 })
    assert.equal(errorOf(beyond), '404 ERROR_FR_NO_FILE')
  })

  test('returns 503 for a card that is ejected or absent', async (t) => {
    const api = await startApi(t, 'B')
    writeFileSync(join(api.cardFolder, 'A.TXT'), 'x')
    assert.deepEqual((await api.call('admin', 'POST', '/api/cmd/memory/card_eject/', {})).body, {})
    assert.match(errorOf(await api.call('user', 'POST', '/api/card/dir/', { path: '/' })), /^503 ERROR_FR_/)
    assert.match(errorOf(await api.call('user', 'GET', '/card/A.TXT')), /^503 ERROR_FR_/)
    const without = await startApi(t, 'B', { hasCard: false })
    const dir = await without.call('user', 'POST', '/api/card/dir/', { path: '/' })
    assert.equal(errorOf(dir), '503 ERROR_FR_NOT_READY')
    const saved = await without.call('admin', 'POST', '/api/cmd/settings/export/', { filename: 'A.TXT' })
    assert.equal(errorOf(saved), '503 ERROR_FR_NOT_READY')
  })

  test('every error that a card can have is in the table', () => {
    const known = new Set(Object.keys(errors))
    assert.deepEqual(
      frCodes.filter((code) => !known.has(code)),
      [],
    )
  })
})
