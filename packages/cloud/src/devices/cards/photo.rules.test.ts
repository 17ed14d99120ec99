import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import * as fc from 'fast-check'
import { photoBytesMax } from './cards.contract.ts'
import { photoOf } from './photo.rules.ts'

const chunk = (kind: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length, 0)
  head.write(kind, 4, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(4)])
}
const header = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  return chunk('IHDR', data)
}
const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const end = chunk('IEND', Buffer.alloc(0))
const png = Buffer.concat([signature, header(2, 3), chunk('IDAT', deflateSync(Buffer.alloc(9))), end])
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
const jpeg = hex('ffd8 ffe00004abcd ffc0000b080003000201012200 ffda00020102 0304 ffd9')

describe('photos', () => {
  test('are known by their bytes', () => {
    assert.deepEqual(photoOf(png), { mediaType: 'image/png', width: 2, height: 3 })
    assert.deepEqual(photoOf(jpeg), { mediaType: 'image/jpeg', width: 2, height: 3 })
  })

  const wrong: [what: string, bytes: Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page behind a picture', Buffer.concat([png, Buffer.from('<script>')])],
    ['a page behind a JPEG', Buffer.concat([jpeg, Buffer.from('<script>')])],
    ['a picture without an end', png.subarray(0, -12)],
    ['a picture without a header', Buffer.concat([signature, end])],
    ['two headers', Buffer.concat([signature, header(2, 3), header(2, 3), end])],
    ['a picture too wide', Buffer.concat([signature, header(8193, 3), end])],
    ['a picture of no width', Buffer.concat([signature, header(0, 3), end])],
    ['a JPEG without a size', hex('ffd8 ffda00020102 ffd9')],
    ['a segment that goes on too long', hex('ffd8 ffe0ffff ffd9')],
    ['too many bytes', Buffer.concat([png.subarray(0, -12), chunk('tEXt', Buffer.alloc(photoBytesMax)), end])],
  ]
  for (const [what, bytes] of wrong) test(`${what} is none`, () => assert.equal(photoOf(bytes), null))

  test('checks any bytes quickly', () => {
    const bytes = fc.tuple(fc.constantFrom(png, jpeg), fc.uint8Array({ maxLength: 40 }), fc.nat(60))
    fc.assert(
      fc.property(bytes, ([good, noise, at]) => {
        photoOf(Buffer.concat([good.subarray(0, at), noise, good.subarray(at)]))
      }),
    )
  })
})
