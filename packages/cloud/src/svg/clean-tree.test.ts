import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import * as fc from 'fast-check'
import { cleanImage } from './clean-tree.ts'
import { sanitiseSvg } from './sanitise-svg.ts'

const chunk = (kind: string, data: Buffer): Buffer => {
  const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)]
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  head.writeUInt32BE(data.length)
  tail.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, tail])
}
const header = Buffer.from('0000000200000003 08 02 00 00 00'.replaceAll(' ', ''), 'hex')
const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const points = chunk('IDAT', deflateSync(Buffer.alloc(21)))
const end = chunk('IEND', Buffer.alloc(0))
const png = Buffer.concat([signature, chunk('IHDR', header), points, end])
const withText = Buffer.concat([signature, chunk('IHDR', header), chunk('tEXt', Buffer.from('secret')), points, end])

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
/** Scans of a 3 by 2 image with a stuffed zero and a restart marker. */
const scans = 'ffc0000b080003000201012200 ffda00020102ff00ffd003 ffda000204 ffd9'
const jpeg = hex(`ffd8 ffdb0004abcd ${scans}`)
/** The same with where it was taken, and a remark. */
const withPlace = hex(`ffd8 ffe1000c457869660000abcdef01 ffdb0004abcd fffe0006736563 72 ${scans}`)

const link = (type: string, bytes: Buffer): string => `data:image/${type};base64,${bytes.toString('base64')}`

describe('images in drawings', () => {
  for (const [what, given, kept] of [
    ['a PNG', link('png', png), link('png', png)],
    ['a PNG with a text', link('png', withText), link('png', png)],
    ['a JPEG', link('jpeg', jpeg), link('jpeg', jpeg)],
    ['a JPEG with a place and a remark', link('jpeg', withPlace), link('jpeg', jpeg)],
    ['what is behind the end', link('jpeg', Buffer.concat([jpeg, Buffer.from('<script>')])), link('jpeg', jpeg)],
    ['a PNG that says it is a JPEG', link('jpeg', png), null],
    ['a JPEG without an end', link('jpeg', jpeg.subarray(0, -2)), null],
    ['a JPEG without a size', link('jpeg', hex('ffd8 ffda00020102 ffd9')), null],
    ['a JPEG too wide', link('jpeg', hex('ffd8 ffc0000b08ffff000201012200 ffda00020102 ffd9')), null],
    ['a file elsewhere', 'https://example.org/x.png', null],
  ] as const) {
    test(`${what}: ${kept === null ? 'nothing' : 'its points'} stay`, () => assert.equal(cleanImage(given), kept))
  }

  test('a drawing keeps where its image stands, and cleaning it again changes nothing', () => {
    const source = `<svg xmlns="http://www.w3.org/2000/svg"><image id="plan" x="1" width="20" height="10" href="${link('png', withText)}" onload="x()"/></svg>`
    const once = sanitiseSvg(source)
    assert.ok('ok' in once)
    assert.match(once.ok, /<image [^>]*id="plan"[^>]*width="20"/)
    assert.ok(once.ok.includes(link('png', png)))
    assert.doesNotMatch(once.ok, /onload/)
    assert.deepEqual(sanitiseSvg(once.ok), once)
  })

  test('a drawing has a few images at most', () => {
    const one = `<image href="${link('png', png)}"/>`
    const drawing = (count: number): string => `<svg xmlns="http://www.w3.org/2000/svg">${one.repeat(count)}</svg>`
    assert.ok('ok' in sanitiseSvg(drawing(8)))
    assert.ok('err' in sanitiseSvg(drawing(9)))
  })

  test('any bytes are parsed, and the result is clean', () => {
    const bytes = fc.tuple(fc.constantFrom('png', 'jpeg'), fc.uint8Array({ maxLength: 40 }), fc.nat(80))
    fc.assert(
      fc.property(bytes, ([type, noise, at]) => {
        const good = type === 'png' ? png : jpeg
        const kept = cleanImage(link(type, Buffer.concat([good.subarray(0, at), noise, good.subarray(at)])))
        if (kept !== null) assert.equal(cleanImage(kept), kept)
      }),
    )
  })
})
