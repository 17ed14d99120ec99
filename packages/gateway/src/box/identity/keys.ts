import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import type { DataFolder } from '../../storage/data-folder.ts'

/** A pair of the box's own; it never leaves its folder. */
export interface KeyPair {
  readonly privateKey: KeyObject
  /** Raw, 32 bytes. */
  readonly publicKey: Uint8Array
}

/** Key pair of this file; the first start creates it. */
export const keyPairIn = (folder: DataFolder, name: string): KeyPair => {
  const stored = folder.read(name)
  if (stored !== undefined) return pairOf(createPrivateKey(stored))
  const { privateKey } = generateKeyPairSync('ed25519')
  folder.saveWhenPossible(name, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return pairOf(privateKey)
}

/** Both halves of a private key. */
export const pairOf = (privateKey: KeyObject): KeyPair => {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { privateKey, publicKey: Buffer.from(x, 'base64url') }
}

const sealKeyBytes = 32

/** Key that encrypts the secrets among the settings. */
export const sealKeyIn = (folder: DataFolder, newBytes: (count: number) => Uint8Array): Uint8Array => {
  const name = 'seal.key'
  const stored = folder.read(name)
  if (stored?.length === sealKeyBytes) return stored
  if (stored !== undefined)
    throw new Error(`${join(folder.path, name)} is damaged: it has ${stored.length} bytes of ${sealKeyBytes}`)
  const sealKey = newBytes(sealKeyBytes)
  folder.saveWhenPossible(name, sealKey)
  return sealKey
}
