import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export type KeyKind = 'p256' | 'ed25519' | 'rsa' | 'p384'

const pairs: Readonly<Record<KeyKind, () => { publicKey: KeyObject; privateKey: KeyObject }>> = {
  p256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  p384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ed25519: () => generateKeyPairSync('ed25519'),
  rsa: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
}

/** Fields of a response of browser and authenticator that a test may falsify. */
export interface ResponseOverrides {
  origin?: string
  host?: string
  type?: string
  flags?: number
  count?: number
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** An authenticator in software. */
export class SoftAuthenticator {
  readonly #kind: KeyKind
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject }
  readonly #id = randomBytes(32)

  constructor(kind: KeyKind = 'p256') {
    this.#kind = kind
    this.#keys = pairs[kind]()
  }

  /** Makes a passkey. */
  make(challenge: string, overrides: ResponseOverrides = {}) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, Buffer.from([0xa0])])
    return {
      credentialId: text(this.#id),
      publicKey: text(this.#keys.publicKey.export({ format: 'der', type: 'spki' })),
      clientData: text(clientData('webauthn.create', challenge, overrides)),
      authenticatorData: text(Buffer.concat([head(overrides, 0x45), attested])),
    }
  }

  /** Shows that it is here. */
  show(challenge: string, overrides: ResponseOverrides = {}) {
    const client = clientData('webauthn.get', challenge, overrides)
    const authenticator = head(overrides, 0x05)
    const signed = Buffer.concat([authenticator, createHash('sha256').update(client).digest()])
    const signature = sign(this.#kind === 'ed25519' ? null : 'sha256', signed, this.#keys.privateKey)
    return {
      credentialId: text(this.#id),
      clientData: text(client),
      authenticatorData: text(authenticator),
      signature: text(signature),
    }
  }
}

const clientData = (type: string, challenge: string, overrides: ResponseOverrides): Buffer =>
  Buffer.from(
    JSON.stringify({ type: overrides.type ?? type, challenge, origin: overrides.origin ?? 'https://busbar.example' }),
  )

const head = ({ host = 'busbar.example', flags, count = 0 }: ResponseOverrides, usual: number): Buffer => {
  const bytes = Buffer.alloc(37)
  createHash('sha256').update(host).digest().copy(bytes)
  bytes.writeUInt8(flags ?? usual, 32)
  bytes.writeUInt32BE(count, 33)
  return bytes
}
