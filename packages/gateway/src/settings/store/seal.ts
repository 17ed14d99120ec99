import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16
const purpose = 'busbar gateway settings 1'
/** The length of what is sealed tells little of the passwords in it. */
const paddedTo = 512

const keyFrom = (sealKey: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', sealKey, new Uint8Array(), purpose, 32))

/** Seals a JSON text with the device's key: nonce, ciphertext and tag in base64. */
export const seal = (sealKey: Uint8Array, json: string, newBytes: (count: number) => Uint8Array): string => {
  const nonce = newBytes(nonceLength)
  const sealing = createCipheriv(cipher, keyFrom(sealKey), nonce, { authTagLength: tagLength })
  const padded = json.padEnd(Math.ceil(json.length / paddedTo) * paddedTo)
  const body = [nonce, sealing.update(padded, 'utf8'), sealing.final()]
  return Buffer.concat([...body, sealing.getAuthTag()]).toString('base64')
}

/** What was sealed; undefined where another key did it, or it was changed. */
export const unseal = (sealKey: Uint8Array, sealed: string): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < nonceLength + tagLength) return undefined
  const opening = createDecipheriv(cipher, keyFrom(sealKey), bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  opening.setAuthTag(bytes.subarray(-tagLength))
  try {
    return Buffer.concat([opening.update(bytes.subarray(nonceLength, -tagLength)), opening.final()]).toString()
  } catch {
    return undefined
  }
}
