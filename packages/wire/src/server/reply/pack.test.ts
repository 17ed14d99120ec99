import assert from 'node:assert/strict'
import { request } from 'node:http'
import { before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { head, raw } from '../../testing/raw.ts'
import { listen, writtenBytesMin, writtenText } from '../../testing/service.ts'
import { acceptedEncoding } from './accepted-encoding.ts'

describe('accepted encodings', () => {
  for (const [header, packing] of [
    [undefined, null],
    ['', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0.8, gzip;q=0.8', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000,gzip;q=0', null],
    ['*', 'br'],
    ['*;q=0', null],
    ['br;q=0, *', 'gzip'],
    ['identity', null],
    ['identity, gzip', 'gzip'],
    ['identity;q=1, gzip;q=0.5', null],
    ['identity;q=0.5, gzip', 'gzip'],
    ['deflate', null],
    ['gzip;q=nonsense', null],
    ['gzip;q=2', null],
    ['gzip;q=-1, br;q=1e9', null],
    [',;,gzip ; q=1.000 ,', 'gzip'],
    ['__proto__, constructor', null],
  ] as const) {
    test(header ?? 'nothing', () => assert.equal(acceptedEncoding(header), packing))
  }
})

describe('answers', () => {
  let port = 0
  let baseUrl = ''
  before(async () => ({ port, baseUrl } = await listen()))
  const large = writtenText.padStart(writtenBytesMin)

  /** The bytes as they came. */
  const ask = async (how: string, accepted: string) => {
    const body = JSON.stringify({ how })
    const headers = { 'content-type': 'application/json', 'content-length': body.length, 'accept-encoding': accepted }
    return new Promise<{ bytes: Buffer; encoding: string | undefined; vary: string | undefined }>((resolve) => {
      const clientRequest = request(`${baseUrl}/fail/`, { method: 'POST', headers, agent: false }, (response) => {
        void response.toArray().then((chunks) => {
          const { 'content-encoding': encoding, vary, 'content-length': length } = response.headers
          const bytes = Buffer.concat(chunks)
          assert.equal(Number(length), bytes.length)
          resolve({ bytes, encoding, vary })
        })
      })
      clientRequest.end(body)
    })
  }

  test('large ones are packed, as the client likes', async () => {
    for (const [accepted, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { bytes, encoding, vary } = await ask('bytes', accepted)
      assert.deepEqual([encoding, vary], [accepted, 'accept-encoding'])
      assert.ok(bytes.length < large.length / 10)
      assert.equal(unpack(bytes).toString(), large)
    }
  })

  test('sends Vary with compressed and uncompressed replies', async () => {
    const { bytes, encoding, vary } = await ask('bytes', 'identity')
    assert.deepEqual([bytes.toString(), encoding, vary], [large, undefined, 'accept-encoding'])
  })

  test('small ones are as they were', async () => {
    const { bytes, encoding, vary } = await ask('text', 'br, gzip')
    assert.deepEqual([bytes.toString(), encoding, vary], [writtenText, undefined, undefined])
  })

  test('does not compress replies that contain secrets beside text of others', async () => {
    const { answers } = await raw(port, [head('GET /api/v1/secret/', { 'accept-encoding': 'br, gzip' })])
    assert.equal(answers[0]?.body, large)
  })

  test('streams go out as they come', async () => {
    const { text } = await raw(port, [head('GET /api/v1/card/x', { 'accept-encoding': 'br, gzip' })])
    assert.doesNotMatch(text, /content-encoding/i)
  })
})
