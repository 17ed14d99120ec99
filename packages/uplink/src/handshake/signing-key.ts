import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signWith,
  verify as verifyWith,
} from 'node:crypto'

/** A private key that can sign, with its public half. */
export interface SigningKey {
  publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

const asymmetricKeyType = 'ed25519'

/** Creates a private key of 32 bytes. */
export const newPrivateKey = (): Buffer =>
  generateKeyPairSync(asymmetricKeyType).privateKey.export({ format: 'raw-private' })

export const signingKey = (privateKey: Uint8Array): SigningKey =>
  signingKeyOf(createPrivateKey({ key: Buffer.from(privateKey), format: 'raw-private', asymmetricKeyType }))

export const signingKeyOf = (privateKey: KeyObject): SigningKey => ({
  publicKey: createPublicKey(privateKey).export({ format: 'raw-public' }),
  sign: (message) => signWith(null, message, privateKey),
})

/** An invalid key verifies nothing. */
export const isSignedBy = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey), format: 'raw-public', asymmetricKeyType })
    return verifyWith(null, message, key, signature)
  } catch {
    return false
  }
}

const version = 1

/** Prefix of signed bytes, so that a signature made for one purpose is invalid for every other. */
export const purpose = (text: string): Uint8Array =>
  Buffer.concat([Buffer.from(text, 'ascii'), Uint8Array.of(0, version)])

export const macBytes = (mac: string): Uint8Array => Buffer.from(mac.replaceAll(':', ''), 'hex')
