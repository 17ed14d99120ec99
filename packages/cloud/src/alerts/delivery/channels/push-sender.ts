import { createECDH, createPrivateKey, hkdfSync, sign } from 'node:crypto'

/** Of P-256: how many points its generator has. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const validSec = 12 * 3600

/** By this push services know whose messages these are (RFC 8292). */
export interface PushSender {
  /** What browsers subscribe with: a point of P-256. */
  publicKey: Buffer
  /** The `authorization` of a message to a push service. */
  authorization(origin: string, contact: string, now: Date): string
}

/**
 * Derived from the installation's key, as the secrets of webhooks are: it is sealed where that is, and browsers stay subscribed as long as
 * that one lives.
 */
export const pushSenderOf = (key: Uint8Array): PushSender => {
  const seed = Buffer.from(hkdfSync('sha256', key, '', 'busbar web push', 48))
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (order - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(d)
  const publicKey = pair.getPublicKey()
  const part = (from: number): string => publicKey.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x: part(1), y: part(33) }
  const privateKey = createPrivateKey({ format: 'jwk', key: jwk })
  return {
    publicKey,
    authorization(aud, sub, now) {
      const exp = Math.floor(now.getTime() / 1000) + validSec
      const segments = [
        { typ: 'JWT', alg: 'ES256' },
        { aud, exp, sub },
      ]
      const signed = segments.map((one) => Buffer.from(JSON.stringify(one)).toString('base64url')).join('.')
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`
    },
  }
}
