import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startApi } from '../../testing/api.ts'
import { testFolder } from '../../testing/folder.ts'

describe('the panel', () => {
  test('is served from its folder: the page, its parts packed, and nothing else', async (t) => {
    const panel = testFolder(t)
    mkdirSync(join(panel, 'assets'))
    writeFileSync(join(panel, 'index.html'), '<!doctype html><title>Panel</title>')
    writeFileSync(join(panel, 'assets/main-1a.js'), 'let a = 1')
    writeFileSync(join(panel, 'assets/main-1a.js.gz'), gzipSync('let a = 1'))
    writeFileSync(join(panel, 'stamp.json'), '{}')
    const { url } = await startApi(t, 'B', { panel })
    const page = await fetch(url)
    assert.deepEqual([page.status, await page.text()], [200, '<!doctype html><title>Panel</title>'])
    assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self'/)
    assert.equal(page.headers.get('cache-control'), 'no-cache')
    const part = await fetch(`${url}/assets/main-1a.js`, { headers: { 'accept-encoding': 'gzip' } })
    assert.deepEqual([part.headers.get('content-encoding'), await part.text()], ['gzip', 'let a = 1'])
    assert.match(part.headers.get('cache-control') ?? '', /immutable/)
    for (const path of ['/stamp.json', '/assets/main-1a.js.gz', '/assets/../index.html.gz', '/nowhere']) {
      assert.equal((await fetch(url + path)).status, 404, path)
    }
  })

  test('is not there where there is no folder of it, and never under a foreign name', async (t) => {
    const { url } = await startApi(t, 'A')
    assert.equal((await fetch(url)).status, 404)
  })

  test('a folder without a page is refused', async (t) => {
    await assert.rejects(startApi(t, 'B', { panel: testFolder(t) }), /has no index.html/)
  })
})
