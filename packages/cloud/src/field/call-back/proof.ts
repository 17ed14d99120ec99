import { isSignedBy, type SigningKey } from './ed25519.ts'

/**
 * How a gateway and the cloud prove their keys: two requests of the user-defined Modbus function 66, described with their bytes in
 * docs/decisions/0010-call-back-proof.md. Here is the cloud's side.
 */
const proofFunction = 66
export const nonceBytes = 32
const keyBytes = 32
const signatureBytes = 64
const version = 1
const steps = { gateway: 1, cloud: 2, refused: 3 }
const welcome = 1
const tooLate = 2
const reasonMax = 120

/** What binds a proof to its connection: 32 bytes that only the two ends of a TLS connection know, or zeros without TLS. */
export const bindingBytes = 32
export const bindingLabel = 'EXPORTER-busbar-call-back'

/** What both proofs of one connection are about. */
export interface Meeting {
  /** `02:00:5e:10:00:01` */
  mac: string
  cloudNonce: Uint8Array
  binding: Uint8Array
}

export interface GatewayProof {
  publicKey: Uint8Array
  nonce: Uint8Array
}

/** `66 1 nonce`: who are you? */
export const challenge = (cloudNonce: Uint8Array): Uint8Array =>
  Uint8Array.of(proofFunction, steps.gateway, ...cloudNonce)

/** Reads `66 1 key nonce signature`; null when that proves nothing here. */
export const checkedProof = (meeting: Meeting, pdu: Uint8Array): GatewayProof | null => {
  const [fn, step] = pdu
  const isWhole = pdu.length === 2 + keyBytes + nonceBytes + signatureBytes
  if (!isWhole || fn !== proofFunction || step !== steps.gateway) return null
  const publicKey = Uint8Array.from(pdu.subarray(2, 2 + keyBytes))
  const nonce = Uint8Array.from(pdu.subarray(2 + keyBytes, 2 + keyBytes + nonceBytes))
  const signature = pdu.subarray(-signatureBytes)
  return isSignedBy(publicKey, gatewayMessage(meeting, nonce), signature) ? { publicKey, nonce } : null
}

/** `66 2 key signature`: and this is who I am. */
export const cloudProof = (meeting: Meeting, gateway: GatewayProof, key: SigningKey): Uint8Array =>
  Uint8Array.of(proofFunction, steps.cloud, ...key.publicKey, ...key.sign(cloudMessage(meeting, gateway)))

/** Reads `66 2 1`: the gateway knows us, or lets itself be bound; otherwise why not. */
export const welcomeIn = (pdu: Uint8Array): 'welcome' | 'over' | 'other' => {
  if (pdu.length !== 3 || pdu[0] !== proofFunction || pdu[1] !== steps.cloud) return 'other'
  return pdu[2] === welcome ? 'welcome' : pdu[2] === tooLate ? 'over' : 'other'
}

/** `66 3 text`: why a gateway that has proven its key is sent away. */
export const refusalPdu = (why: string): Uint8Array =>
  Uint8Array.of(proofFunction, steps.refused, ...Buffer.from(why, 'ascii').subarray(0, reasonMax))

const gatewayMessage = ({ mac, cloudNonce, binding }: Meeting, nonce: Uint8Array): Uint8Array =>
  Buffer.concat([purpose('busbar call-back gateway'), macBytes(mac), cloudNonce, nonce, binding])

const cloudMessage = ({ mac, cloudNonce, binding }: Meeting, { publicKey, nonce }: GatewayProof): Uint8Array =>
  Buffer.concat([purpose('busbar call-back cloud'), macBytes(mac), cloudNonce, nonce, publicKey, binding])

/** So that no signature can be taken for one of another kind. */
const purpose = (text: string): Uint8Array => Buffer.concat([Buffer.from(text, 'ascii'), Uint8Array.of(0, version)])

const macBytes = (mac: string): Uint8Array => Buffer.from(mac.replaceAll(':', ''), 'hex')
