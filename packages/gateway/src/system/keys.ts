import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { keepFile, readKept } from '../kept-file.ts'

/** A pair of the box's own; it never leaves its folder. */
export interface KeyPair {
  readonly privateKey: KeyObject
  /** Raw, 32 bytes. */
  readonly publicKey: Uint8Array
}

const kinds = {
  ed25519: () => generateKeyPairSync('ed25519'),
  x25519: () => generateKeyPairSync('x25519'),
}

/** The pair in this file; made and kept at the first start. */
export const keyPairIn = (folder: string, name: string, kind: keyof typeof kinds): KeyPair => {
  const path = join(folder, name)
  const kept = readKept(path)
  if (kept !== undefined) return pairOf(createPrivateKey(kept))
  const { privateKey } = kinds[kind]()
  keepFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return pairOf(privateKey)
}

const pairOf = (privateKey: KeyObject): KeyPair => {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { privateKey, publicKey: Buffer.from(x, 'base64url') }
}

const sealKeyBytes = 32

/** What seals the secrets among the settings. */
export const sealKeyIn = (folder: string, newBytes: (count: number) => Uint8Array): Uint8Array => {
  const path = join(folder, 'seal.key')
  const kept = readKept(path)
  if (kept?.length === sealKeyBytes) return kept
  if (kept !== undefined) throw new Error(`${path} is damaged: it has ${kept.length} bytes of ${sealKeyBytes}`)
  const made = newBytes(sealKeyBytes)
  keepFile(path, made)
  return made
}
