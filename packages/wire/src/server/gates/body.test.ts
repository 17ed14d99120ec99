import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseJson } from './body.ts'

const isPlain = (text: string): boolean => text.isWellFormed() && !/\0|__proto__|constructor/.test(text)

/** Any character. The library's own takes seconds and 85 MB to draw up the list of all. */
const character = fc.integer({ min: 0, max: 0x10_ffff }).map((code) => String.fromCodePoint(code))
const anyValue = fc.jsonValue({ maxDepth: 6, stringUnit: character }).filter((value) => isPlain(JSON.stringify(value)))

test('any value that nests little comes back as it was', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const text = JSON.stringify(value)
      if (/\\u(0000|d[89a-f])/i.test(text)) return
      assert.deepEqual(parseJson(Buffer.from(text)), { ok: JSON.parse(text) })
    }),
  )
})

test('any bytes give a value or a reason', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const parsed = parseJson(bytes)
      assert.ok('ok' in parsed || parsed.err.startsWith('The body '))
    }),
  )
})
