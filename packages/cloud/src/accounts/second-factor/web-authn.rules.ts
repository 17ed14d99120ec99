import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'

/** Client data that a browser had signed. */
export interface ClientData {
  type: string
  challenge: string
  origin: string
}

/** Authenticator data (Web Authentication, section 6.1). */
export interface AuthenticatorData {
  hostHash: Buffer
  isPresent: boolean
  isVerified: boolean
  signCount: number
  /** Set for a new passkey. */
  credentialId: Buffer | null
}

const [present, verified, attested] = [0x01, 0x04, 0x40]
const headBytes = 37
const credentialAt = 55

/** Null for what is no such JSON. */
export const readClientData = (bytes: Uint8Array): ClientData | null => {
  try {
    const { type, challenge, origin } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    const isWhole = [type, challenge, origin].every((one) => typeof one === 'string')
    return isWhole ? { type, challenge, origin } : null
  } catch {
    return null
  }
}

/** Null for what is too short. */
export const readAuthenticatorData = (bytes: Buffer): AuthenticatorData | null => {
  if (bytes.length < headBytes) return null
  const flags = bytes.readUInt8(32)
  const idEnd = bytes.length < credentialAt ? 0 : credentialAt + bytes.readUInt16BE(credentialAt - 2)
  const hasId = (flags & attested) !== 0
  if (hasId && (idEnd <= credentialAt || bytes.length < idEnd)) return null
  return {
    hostHash: bytes.subarray(0, 32),
    isPresent: (flags & present) !== 0,
    isVerified: (flags & verified) !== 0,
    signCount: bytes.readUInt32BE(33),
    credentialId: hasId ? bytes.subarray(credentialAt, idEnd) : null,
  }
}

/** The host of an origin at which browsers let pages use passkeys; null for others. */
export const hostOf = (origin: string): string | null => {
  if (!URL.canParse(origin)) return null
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || hostname === 'localhost' ? hostname : null
}

export const hashOf = (host: string): Buffer => createHash('sha256').update(host).digest()

/** A key that we take: of P-256, Ed25519, or RSA of at least 2048 bits; null for any other. */
export const readPublicKey = (der: Buffer): KeyObject | null => {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
    const isTaken =
      key.asymmetricKeyType === 'ed25519' ||
      (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') ||
      (key.asymmetricKeyType === 'rsa' && modulusLength >= 2048)
    return isTaken ? key : null
  } catch {
    return null
  }
}

/** Did this key sign what the authenticator and the browser say? */
export const isSigned = (key: KeyObject, authenticator: Buffer, client: Uint8Array, signature: Uint8Array): boolean => {
  const signed = Buffer.concat([authenticator, createHash('sha256').update(client).digest()])
  return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature)
}
