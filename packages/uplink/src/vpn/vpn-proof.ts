import { createHash } from 'node:crypto'
import { isSignedBy, macBytes, purpose, type SigningKey } from '../handshake/signing-key.ts'

/*
 * How a gateway gets the configuration of its tunnel, over TLS: both prove their keys as by call-back, bound to the connection.
 * docs/reference/gateway-handshake.md has the messages.
 */

export const vpnBindingLabel = 'EXPORTER-busbar-vpn'

/** Facts about one connection that the proofs sign. */
export interface VpnContext {
  readonly mac: string
  readonly cloudNonce: Uint8Array
  /** 32 bytes that only the two ends of the TLS connection can derive. */
  readonly binding: Uint8Array
}

const gatewayMessage = ({ mac, cloudNonce, binding }: VpnContext, nonce: Uint8Array, vpnKey: Uint8Array): Uint8Array =>
  Buffer.concat([purpose('busbar vpn gateway'), macBytes(mac), cloudNonce, nonce, vpnKey, binding])

const cloudMessage = (
  { mac, cloudNonce, binding }: VpnContext,
  nonce: Uint8Array,
  gatewayKey: Uint8Array,
  answer: string,
): Uint8Array => {
  const sum = createHash('sha256').update(answer).digest()
  return Buffer.concat([purpose('busbar vpn cloud'), macBytes(mac), cloudNonce, nonce, gatewayKey, sum, binding])
}

/** The gateway's signature, over the key of its tunnel too. */
export const signVpnRequest = (
  context: VpnContext,
  nonce: Uint8Array,
  vpnKey: Uint8Array,
  key: SigningKey,
): Uint8Array => key.sign(gatewayMessage(context, nonce, vpnKey))

export const isVpnRequest = (
  context: VpnContext,
  request: {
    readonly key: Uint8Array
    readonly nonce: Uint8Array
    readonly vpnKey: Uint8Array
    readonly sig: Uint8Array
  },
): boolean => isSignedBy(request.key, gatewayMessage(context, request.nonce, request.vpnKey), request.sig)

/** Signature of the cloud over its answer. */
export const signVpnAnswer = (
  context: VpnContext,
  gateway: { readonly key: Uint8Array; readonly nonce: Uint8Array },
  answer: string,
  key: SigningKey,
): Uint8Array => key.sign(cloudMessage(context, gateway.nonce, gateway.key, answer))

export const isVpnAnswer = (
  context: VpnContext,
  gateway: { readonly key: Uint8Array; readonly nonce: Uint8Array },
  cloudProof: { readonly key: Uint8Array; readonly answer: string; readonly sig: Uint8Array },
): boolean =>
  isSignedBy(cloudProof.key, cloudMessage(context, gateway.nonce, gateway.key, cloudProof.answer), cloudProof.sig)
