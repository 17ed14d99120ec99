import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Welcome } from './binding.rules.ts'

/** The gateway's side of the proof that docs/decisions/0010-call-back-proof.md describes in bytes. */
export const proofFunction = 66
const nonceBytes = 32
const keyBytes = 32
const signatureBytes = 64
const version = 1
const steps = { gateway: 1, cloud: 2, refused: 3 }
const said = { other: 0, welcome: 1, over: 2 }
const reasonMax = 120

/** What both ends of a TLS connection know; zeros without TLS. */
export const bindingBytes = 32
export const bindingLabel = 'EXPORTER-busbar-call-back'

export interface ProofKeys {
  readonly privateKey: KeyObject
  /** Raw, 32 bytes. */
  readonly publicKey: Uint8Array
}

/** What the proofs of one connection are about. */
export interface Meeting {
  readonly keys: ProofKeys
  readonly mac: Uint8Array
  /** New for every connection. */
  readonly nonce: Uint8Array
  readonly binding: Uint8Array
}

/** One connection's proofs. */
export class Proving {
  readonly #meeting: Meeting
  #cloudNonce: Uint8Array | null = null
  /** The cloud's, once it has proven it and is welcome. */
  cloudKey: Uint8Array | null = null

  constructor(meeting: Meeting) {
    this.#meeting = meeting
  }

  /** Answers either question; null where it is none. `judge` says who is welcome. */
  answer(pdu: Uint8Array, judge: (key: Uint8Array) => Welcome): Uint8Array | null {
    if (pdu[1] === steps.gateway && pdu.length === 2 + nonceBytes) return this.#prove(Uint8Array.from(pdu.subarray(2)))
    if (pdu[1] !== steps.cloud || pdu.length !== 2 + keyBytes + signatureBytes) return null
    const key = Uint8Array.from(pdu.subarray(2, 2 + keyBytes))
    const welcome = this.#isSigned(key, pdu.subarray(2 + keyBytes)) ? judge(key) : 'other'
    this.cloudKey = welcome === 'welcome' ? key : null
    return Uint8Array.of(proofFunction, steps.cloud, said[welcome])
  }

  /** A new question starts over: what the cloud proved before was about another nonce. */
  #prove(cloudNonce: Uint8Array): Uint8Array {
    const { keys, nonce } = this.#meeting
    this.#cloudNonce = cloudNonce
    this.cloudKey = null
    const signature = sign(null, this.#message('busbar call-back gateway', cloudNonce), keys.privateKey)
    return Buffer.concat([Uint8Array.of(proofFunction, steps.gateway), keys.publicKey, nonce, signature])
  }

  #isSigned(cloudKey: Uint8Array, signature: Uint8Array): boolean {
    if (this.#cloudNonce === null) return false
    const message = this.#message('busbar call-back cloud', this.#cloudNonce, this.#meeting.keys.publicKey)
    try {
      const key = createPublicKey({ key: Buffer.from(cloudKey), format: 'raw-public', asymmetricKeyType: 'ed25519' })
      return verify(null, message, key, signature)
    } catch {
      // Bytes that are no key verify nothing.
      return false
    }
  }

  #message(purpose: string, cloudNonce: Uint8Array, ...more: Uint8Array[]): Uint8Array {
    const { mac, nonce, binding } = this.#meeting
    const head = Buffer.concat([Buffer.from(purpose, 'ascii'), Uint8Array.of(0, version)])
    return Buffer.concat([head, mac, cloudNonce, nonce, ...more, binding])
  }
}

/** What the gateway said to the cloud's proof; null where the answer is to something else. */
export const verdictIn = (answer: Uint8Array): Welcome | null => {
  if (answer.length !== 3 || answer[1] !== steps.cloud) return null
  return answer[2] === said.welcome ? 'welcome' : answer[2] === said.over ? 'over' : 'other'
}

/** Why the cloud does not take the gateway, in its own words: nothing but printable ASCII is kept of them. Null where it says no such thing. */
export const refusalIn = (pdu: Uint8Array): string | null => {
  if (pdu[0] !== proofFunction || pdu[1] !== steps.refused || pdu.length === 2 || pdu.length > 2 + reasonMax)
    return null
  return Buffer.from(pdu.subarray(2))
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e]/g, '?')
}

export const refusalHeard = (): Uint8Array => Uint8Array.of(proofFunction, steps.refused)
