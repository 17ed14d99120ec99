import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser's subscription. */
export interface PushKeys {
  /** Its public key, a point of P-256. */
  p256dh: Uint8Array
  auth: Uint8Array
}

/** Random parts of a message; tests inject them for a fixed result. */
interface Randomness {
  salt: Uint8Array
  /** A key pair on P-256. */
  sender: ECDH
}

/** The smallest limit of push services, minus the overhead of encryption. */
export const pushBytesMax = 3993

const recordSize = 4096

const random = (): Randomness => {
  const sender = createECDH('prime256v1')
  sender.generateKeys()
  return { salt: randomBytes(16), sender }
}

const derive = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Encrypts for one browser, as RFC 8291 has it: one record of `aes128gcm`, with the key in its head. */
export const encryptPush = (text: string, { p256dh, auth }: PushKeys, { salt, sender } = random()): Buffer => {
  const own = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, own])
  const secret = derive(sender.computeSecret(p256dh), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const head = Buffer.alloc(21)
  head.set(salt)
  head.writeUInt32BE(recordSize, 16)
  head.writeUInt8(own.length, 20)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2: there is no further record.
  const sealed = [cipher.update(text), cipher.update(Buffer.of(2)), cipher.final()]
  return Buffer.concat([head, own, ...sealed, cipher.getAuthTag()])
}
