import {
  challengeIn,
  checkedCloudProof,
  gatewayProof,
  isCloudProof,
  type ProofContext,
  type SigningKey,
  type Verdict,
  verdictPdu,
} from '@busbar/uplink/handshake'

interface KeyProofsOptions extends Omit<ProofContext, 'cloudNonce'> {
  readonly key: SigningKey
  /** New for every connection. */
  readonly nonce: Uint8Array
}

/** The proofs of one connection. */
export class KeyProofs {
  readonly #options: KeyProofsOptions
  #cloudNonce: Uint8Array | null = null
  /** Set once the cloud has proven it and is welcome. */
  cloudKey: Uint8Array | null = null

  constructor(options: KeyProofsOptions) {
    this.#options = options
  }

  /**
   * Answers a challenge with the gateway's proof, and the cloud's proof with the verdict of `judge`; null for any other
   * PDU.
   */
  answer(pdu: Uint8Array, judge: (key: Uint8Array) => Verdict): { pdu: Uint8Array; verdict: Verdict | null } | null {
    const cloudNonce = challengeIn(pdu)
    if (cloudNonce !== null) return { pdu: this.#prove(cloudNonce), verdict: null }
    if (!isCloudProof(pdu)) return null
    const key = this.#provenKey(pdu)
    const verdict = key === null ? 'other' : judge(key)
    this.cloudKey = verdict === 'welcome' ? key : null
    return { pdu: verdictPdu(verdict), verdict }
  }

  /** A new challenge starts over: what the cloud proved before was about another nonce. */
  #prove(cloudNonce: Uint8Array): Uint8Array {
    const { key, nonce } = this.#options
    this.#cloudNonce = cloudNonce
    this.cloudKey = null
    return gatewayProof({ ...this.#options, cloudNonce }, nonce, key)
  }

  #provenKey(pdu: Uint8Array): Uint8Array | null {
    const { key, nonce } = this.#options
    if (this.#cloudNonce === null) return null
    const context = { ...this.#options, cloudNonce: this.#cloudNonce }
    return checkedCloudProof(context, { publicKey: key.publicKey, nonce }, pdu)
  }
}
