import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** A key with the name by which sealed values tell which one they need. */
export interface SealingKey {
  id: Buffer
  bytes: Buffer
}

export const keyBytes = 32

// Stored format: version, key ID, nonce, ciphertext, tag.
const version = 1
const idBytes = 8
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + idBytes
const algorithm = 'aes-256-gcm'

export const sealingKey = (bytes: Buffer): SealingKey => {
  if (bytes.length !== keyBytes) throw new RangeError(`A key has ${keyBytes} bytes`)
  return { bytes, id: createHash('sha256').update('busbar sealing key').update(bytes).digest().subarray(0, idBytes) }
}

export const newSealingKey = (): SealingKey => sealingKey(randomBytes(keyBytes))

/** Seals a value for one place (table, column and row): it opens nowhere else. */
export const seal = ({ id, bytes }: SealingKey, place: string, plain: Uint8Array): Buffer => {
  const head = Buffer.concat([Buffer.of(version), id])
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, bytes, nonce, { authTagLength: tagBytes }).setAAD(boundTo(head, place))
  return Buffer.concat([head, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Which key a sealed value needs, in hexadecimal; null where it is none of ours. */
export const keyIdOf = (sealed: Uint8Array): string | null =>
  sealed[0] === version && sealed.length >= headBytes + nonceBytes + tagBytes
    ? Buffer.from(sealed.subarray(1, headBytes)).toString('hex')
    : null

/** Decrypts a value for its context; null if the key differs or the value was modified or moved. */
export const open = ({ id, bytes }: SealingKey, place: string, sealed: Uint8Array): Buffer | null => {
  if (keyIdOf(sealed) !== id.toString('hex')) return null
  const nonce = sealed.subarray(headBytes, headBytes + nonceBytes)
  const decipher = createDecipheriv(algorithm, bytes, nonce, { authTagLength: tagBytes })
    .setAAD(boundTo(sealed.subarray(0, headBytes), place))
    .setAuthTag(sealed.subarray(sealed.length - tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headBytes + nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    return null
  }
}

const boundTo = (head: Uint8Array, place: string): Buffer => Buffer.concat([head, Buffer.from(place)])
