import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto'

/**
 * The gateway's side of the proof that docs/reference/gateway-handshake.md describes. It is written from that page and shares nothing
 * with the cloud's side, so that each is a test of the other.
 */
export const proofFunction = 66
/** A value that both ends of a TLS connection derive; zeros without TLS. */
export const bindingLabel = 'EXPORTER-busbar-call-back'
export const bindingBytes = 32

const asymmetricKeyType = 'ed25519'
const accept = 1
const unwelcome = 0

/** The key of a gateway, from 32 bytes. */
export class GatewayKey {
  readonly #key: KeyObject
  readonly publicKey: Buffer

  constructor(privateKey: Uint8Array) {
    this.#key = createPrivateKey({ key: Buffer.from(privateKey), format: 'raw-private', asymmetricKeyType })
    this.publicKey = createPublicKey(this.#key).export({ format: 'raw-public' })
  }

  sign(message: Uint8Array): Buffer {
    return sign(null, message, this.#key)
  }
}

/** The proofs of a connection. `mac` is six bytes. */
export class ProofExchange {
  readonly #key: GatewayKey
  readonly #mac: Uint8Array
  readonly #binding: Uint8Array
  readonly #nonce: Uint8Array
  #cloudNonce: Uint8Array = new Uint8Array()
  /** The cloud's, once it has proven it. */
  cloudKey: Buffer | null = null

  constructor(key: GatewayKey, mac: Uint8Array, binding: Uint8Array, nonce: Uint8Array = randomBytes(32)) {
    this.#key = key
    this.#mac = mac
    this.#binding = binding
    this.#nonce = nonce
  }

  /** Answers either question; undefined where it is none. `pinned` is the only cloud that is accepted, where there is one. */
  answer(pdu: Uint8Array, pinned: Uint8Array | null): Uint8Array | undefined {
    if (pdu[1] === 1 && pdu.length === 34) return this.#prove(Uint8Array.from(pdu.subarray(2)))
    if (pdu[1] !== 2 || pdu.length !== 98) return undefined
    const cloudKey = Buffer.from(pdu.subarray(2, 34))
    const isTrusted = (pinned === null || cloudKey.equals(pinned)) && this.#isSigned(cloudKey, pdu.subarray(34))
    if (isTrusted) this.cloudKey = cloudKey
    return Uint8Array.of(proofFunction, 2, isTrusted ? accept : unwelcome)
  }

  #prove(cloudNonce: Uint8Array): Uint8Array {
    this.#cloudNonce = cloudNonce
    const message = this.#message('busbar call-back gateway')
    return Buffer.concat([Uint8Array.of(proofFunction, 1), this.#key.publicKey, this.#nonce, this.#key.sign(message)])
  }

  #isSigned(cloudKey: Buffer, signature: Uint8Array): boolean {
    const key = createPublicKey({ key: cloudKey, format: 'raw-public', asymmetricKeyType })
    return verify(null, this.#message('busbar call-back cloud', this.#key.publicKey), key, signature)
  }

  #message(purpose: string, ...more: Uint8Array[]): Buffer {
    const head = Buffer.from(`${purpose}\0\x01`, 'ascii')
    return Buffer.concat([head, this.#mac, this.#cloudNonce, this.#nonce, ...more, this.#binding])
  }
}
