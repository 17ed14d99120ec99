import { isSignedBy, macBytes, purpose, type SigningKey } from './signing-key.ts'

/**
 * How a gateway and the cloud prove their keys to each other: requests of the user-defined Modbus function 66, described with their bytes
 * in docs/reference/gateway-handshake.md.
 */
export const proofFunction = 66
export const nonceBytes = 32
const keyBytes = 32
const signatureBytes = 64
const steps = { gateway: 1, cloud: 2, refused: 3 }
const reasonMax = 120

/**
 * Binds a proof to its connection: 32 bytes that only the two ends of a TLS connection can derive, or zeros without
 * TLS.
 */
export const bindingBytes = 32
export const bindingLabel = 'EXPORTER-busbar-call-back'

/** Facts that both proofs of a connection sign. */
export interface ProofContext {
  /** `02:00:5e:10:00:01` */
  mac: string
  cloudNonce: Uint8Array
  binding: Uint8Array
}

export interface GatewayProof {
  publicKey: Uint8Array
  nonce: Uint8Array
}

/** `66 1 nonce`: the cloud requests the gateway's proof. */
export const challenge = (cloudNonce: Uint8Array): Uint8Array =>
  Uint8Array.of(proofFunction, steps.gateway, ...cloudNonce)

/** The nonce of a challenge; null for any other PDU. */
export const challengeIn = (pdu: Uint8Array): Uint8Array | null =>
  isStep(pdu, steps.gateway, nonceBytes) ? Uint8Array.from(pdu.subarray(2)) : null

/** `66 1 key nonce signature`: the gateway's proof. */
export const gatewayProof = (context: ProofContext, nonce: Uint8Array, key: SigningKey): Uint8Array =>
  Uint8Array.of(proofFunction, steps.gateway, ...key.publicKey, ...nonce, ...key.sign(gatewayMessage(context, nonce)))

/** Verifies the gateway's proof in the cloud; null when it is not valid in this context. */
export const checkedProof = (context: ProofContext, pdu: Uint8Array): GatewayProof | null => {
  if (!isStep(pdu, steps.gateway, keyBytes + nonceBytes + signatureBytes)) return null
  const publicKey = Uint8Array.from(pdu.subarray(2, 2 + keyBytes))
  const nonce = Uint8Array.from(pdu.subarray(2 + keyBytes, 2 + keyBytes + nonceBytes))
  const signature = pdu.subarray(-signatureBytes)
  return isSignedBy(publicKey, gatewayMessage(context, nonce), signature) ? { publicKey, nonce } : null
}

/** `66 2 key signature`: the cloud's proof. */
export const cloudProof = (context: ProofContext, gateway: GatewayProof, key: SigningKey): Uint8Array =>
  Uint8Array.of(proofFunction, steps.cloud, ...key.publicKey, ...key.sign(cloudMessage(context, gateway)))

/** True if the PDU has the form of a cloud's proof. */
export const isCloudProof = (pdu: Uint8Array): boolean => isStep(pdu, steps.cloud, keyBytes + signatureBytes)

/** Verifies the cloud's proof in the gateway and returns its key; null when it is not valid in this context. */
export const checkedCloudProof = (context: ProofContext, gateway: GatewayProof, pdu: Uint8Array): Uint8Array | null => {
  const publicKey = Uint8Array.from(pdu.subarray(2, 2 + keyBytes))
  return isSignedBy(publicKey, cloudMessage(context, gateway), pdu.subarray(2 + keyBytes)) ? publicKey : null
}

/** Answer of a gateway to the cloud's proof. `over`: any cloud could have bound it, but that time has ended. */
export type Verdict = 'welcome' | 'other' | 'over'

const verdicts: Readonly<Record<Verdict, number>> = { other: 0, welcome: 1, over: 2 }

/** `66 2 verdict`. */
export const verdictPdu = (verdict: Verdict): Uint8Array => Uint8Array.of(proofFunction, steps.cloud, verdicts[verdict])

export const verdictIn = (pdu: Uint8Array): Verdict => {
  if (!isStep(pdu, steps.cloud, 1)) return 'other'
  return pdu[2] === verdicts.welcome ? 'welcome' : pdu[2] === verdicts.over ? 'over' : 'other'
}

/** `66 3 text`: why the cloud refuses a gateway that has proven its key. */
export const refusalPdu = (why: string): Uint8Array =>
  Uint8Array.of(proofFunction, steps.refused, ...Buffer.from(why, 'ascii').subarray(0, reasonMax))

/** The reason in a refusal, printable ASCII only; null for any other PDU. */
export const refusalIn = (pdu: Uint8Array): string | null => {
  if (pdu[0] !== proofFunction || pdu[1] !== steps.refused || pdu.length === 2 || pdu.length > 2 + reasonMax)
    return null
  return Buffer.from(pdu.subarray(2))
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e]/g, '?')
}

export const refusalReceived = (): Uint8Array => Uint8Array.of(proofFunction, steps.refused)

const isStep = (pdu: Uint8Array, step: number, bytes: number): boolean =>
  pdu[0] === proofFunction && pdu[1] === step && pdu.length === 2 + bytes

const gatewayMessage = ({ mac, cloudNonce, binding }: ProofContext, nonce: Uint8Array): Uint8Array =>
  Buffer.concat([purpose('busbar call-back gateway'), macBytes(mac), cloudNonce, nonce, binding])

const cloudMessage = ({ mac, cloudNonce, binding }: ProofContext, { publicKey, nonce }: GatewayProof): Uint8Array =>
  Buffer.concat([purpose('busbar call-back cloud'), macBytes(mac), cloudNonce, nonce, publicKey, binding])
