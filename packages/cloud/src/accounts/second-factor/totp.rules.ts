import { createHmac, timingSafeEqual } from 'node:crypto'

/** As authenticator apps have it unless told: HMAC-SHA-1, six digits, a new code every half minute (RFC 6238). */
const stepMs = 30_000
const digits = 6
/** Clocks of phones go wrong: the code before and the one after are right as well. */
const stepsAside = 1

export const secretBytes = 20
const codeForm = /^\d{6}$/

/** The code of a step (RFC 4226). */
export const codeAt = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const at = mac.readUInt8(mac.length - 1) & 0x0f
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

export const stepAt = (nowMs: number): number => Math.floor(nowMs / stepMs)

/** The step of which this is the code, later than the last one that was taken; null where it is of none. */
export const stepOf = (secret: Uint8Array, code: string, nowMs: number, lastStep: number): number | null => {
  if (!codeForm.test(code)) return null
  const now = stepAt(nowMs)
  const matches = [now, now - stepsAside, now + stepsAside].filter((step) => isSame(codeAt(secret, step), code))
  return matches.find((step) => step > lastStep) ?? null
}

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other))

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** As apps take a secret that is typed (RFC 4648, without padding). */
export const base32 = (bytes: Uint8Array): string => {
  let [text, buffer, bits] = ['', 0, 0]
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(buffer >>> (bits - 5)) & 31]
    buffer &= 0xff
  }
  return bits === 0 ? text : text + alphabet[(buffer << (5 - bits)) & 31]
}

/** Returns the content of the QR code for an authenticator app. */
export const totpUri = (secret: Uint8Array, account: string): string =>
  `otpauth://totp/${encodeURIComponent(`Busbar:${account}`)}?secret=${base32(secret)}&issuer=Busbar`
