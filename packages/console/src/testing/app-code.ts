import { createHmac } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Computes the code of an authenticator app (RFC 6238), `aside` half minutes from now. */
export const appCode = (secret: string, aside = 0): string => {
  const bits = Array.from(secret.replaceAll(' ', ''))
    .map((one) => letters.indexOf(one).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + aside))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = mac.readUInt8(19) & 15
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}
