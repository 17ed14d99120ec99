import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'

/** Keys of WireGuard: X25519, 32 bytes, in base64. */
const asymmetricKeyType = 'x25519'

export const newTunnelKey = (): string =>
  generateKeyPairSync(asymmetricKeyType).privateKey.export({ format: 'raw-private' }).toString('base64')

export const publicKeyOf = (privateKey: string): string => {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'raw-private', asymmetricKeyType })
  return createPublicKey(key).export({ format: 'raw-public' }).toString('base64')
}

/** Written the one way that it can be. */
export const isTunnelKey = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text
}
