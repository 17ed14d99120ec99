import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Subscriber } from '../testing/push-service.ts'
import { encryptPush, pushBytesMax } from './push-encrypt.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

test('the example of RFC 8291, section 5', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const keys = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const salt = bytes('DGv6ra1nlYgDCS1FRnbzlw')
  assert.equal(
    encryptPush('When I grow up, I want to be a watermelon', keys, { salt, sender }).toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a browser decrypts what was encrypted, and no message exceeds the limit of push services', () => {
  const browser = new Subscriber(Buffer.alloc(32, 9))
  const { p256dh, auth } = browser
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      assert.equal(browser.read(encryptPush(text, { p256dh, auth })), text)
    }),
    { numRuns: 30 },
  )
  assert.equal(encryptPush('x'.repeat(pushBytesMax), { p256dh, auth }).length, 4096)
})
