import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { head, post, raw } from '../../testing/raw.ts'
import { bodyBytesMax, listen } from '../../testing/service.ts'

const { port } = await listen()

const path = '/api/v1/reference/'
const codeOf = (text: string): unknown => (JSON.parse(text) as { errorCode?: string }).errorCode

const chunked = (body: Uint8Array, pieceBytes: number): Uint8Array[] => {
  const pieces: Uint8Array[] = [Buffer.from(head(`POST ${path}`, { 'transfer-encoding': 'chunked' }))]
  for (let at = 0; at < body.length; at += pieceBytes) {
    const piece = body.subarray(at, at + pieceBytes)
    pieces.push(Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]))
  }
  return [...pieces, Buffer.from('0\r\n\r\n')]
}

const textOf = (bytes: number): Buffer => Buffer.from(`"${'x'.repeat(bytes - 2)}"`)

describe('size', () => {
  test('by its length: accepts exactly the limit', async () => {
    const { answers } = await raw(port, [post(path, textOf(bodyBytesMax))])
    assert.equal(answers[0]?.body, JSON.stringify({ length: bodyBytesMax - 2 }))
  })

  test('by its length: refuses one byte more before any of it arrives', async () => {
    const { answers } = await raw(port, [head(`POST ${path}`, { 'content-length': String(bodyBytesMax + 1) })])
    assert.deepEqual([answers[0]?.status, codeOf(answers[0]?.body ?? '')], [400, 'PayloadIsTooLarge'])
  })

  for (const pieceBytes of [65_536, 100_000, bodyBytesMax]) {
    test(`in chunks of ${pieceBytes}: exactly the limit passes`, async () => {
      const { answers } = await raw(port, chunked(textOf(bodyBytesMax), pieceBytes))
      assert.equal(answers[0]?.body, JSON.stringify({ length: bodyBytesMax - 2 }))
    })
    test(`in chunks of ${pieceBytes}: one more is refused`, async () => {
      const { answers } = await raw(port, chunked(textOf(bodyBytesMax + 1), pieceBytes))
      assert.deepEqual([answers[0]?.status, codeOf(answers[0]?.body ?? '')], [400, 'PayloadIsTooLarge'])
    })
  }

  test('in chunks: refuses a request without a token before it is read', async () => {
    const { answers } = await raw(port, [head(`POST ${path}`, { 'transfer-encoding': 'chunked', authorization: '' })])
    assert.deepEqual([answers[0]?.status, codeOf(answers[0]?.body ?? '')], [401, 'NoToken'])
  })
})

describe('invalid bodies', () => {
  const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
  for (const [says, body] of [
    ['empty', ''],
    ['only space', '  '],
    ['half an object', '{"a":'],
    ['two values', '1 2'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['half a surrogate pair', String.raw`"\ud800"`],
    ['NUL', String.raw`"a\u0000b"`],
    ['nested 33 deep', deep(33)],
    ['nested 100,000 deep', deep(100_000)],
    ['as many brackets as fit, never closed', '['.repeat(bodyBytesMax)],
    ['__proto__', '{"a":{"__proto__":{"isAdmin":true}}}'],
    ['__proto__ in disguise', String.raw`{"\u005f_proto__":1}`],
    ['constructor', '[{"constructor":{"prototype":{"isAdmin":true}}}]'],
  ] as const) {
    test(says, { timeout: 60_000 }, async () => {
      const { answers } = await raw(port, [post(path, body)])
      assert.deepEqual([answers[0]?.status, codeOf(answers[0]?.body ?? '')], [400, 'CantDecodePayloadJSON'])
    })
  }

  for (const [says, body] of [
    ['nested 32 deep', deep(32)],
    ['brackets in a text', JSON.stringify(['['.repeat(1000), '\\"['])],
    ['a text that speaks of __proto__', '["__proto__","constructor"]'],
    ['a mark of byte order in front', '\ufeff[]'],
  ] as const) {
    test(`${says} is one`, async () => {
      const { answers } = await raw(port, [post(path, body)])
      assert.deepEqual([answers[0]?.status, codeOf(answers[0]?.body ?? '')], [400, 'IncorrectRequest'])
    })
  }
})

test('the body of a GET is ignored', async () => {
  const { answers } = await raw(
    port,
    [head('GET /api/v1/version/', { 'content-length': '3' }), '{{{', head('GET /api/v1/version/')],
    2,
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
})

test('an empty body may be taken for null', async () => {
  const lenient = await listen({ acceptsEmptyBody: true })
  const { answers } = await raw(lenient.port, [head('POST /api/v1/dismiss/')])
  assert.equal(answers[0]?.status, 200)
})
