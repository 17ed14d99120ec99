import type { KeyObject } from 'node:crypto'
import { hashOf, hostOf, isSigned, readAuthenticatorData, readClientData, readPublicKey } from './web-authn.rules.ts'

interface Attestation {
  credentialId: Buffer
  publicKey: Buffer
  clientData: Buffer
  authenticatorData: Buffer
}

/** What is known of a passkey that has just been made for this challenge; null where something is not as it should be. */
export const verifyMade = (
  { credentialId, publicKey, clientData, authenticatorData }: Attestation,
  isGood: (challenge: string) => boolean,
): { host: string; signCount: number; challenge: string } | null => {
  const client = readClientData(clientData)
  const made = readAuthenticatorData(authenticatorData)
  const host = hostOf(client?.origin ?? '')
  const isRight =
    client?.type === 'webauthn.create' &&
    isGood(client.challenge) &&
    host !== null &&
    made !== null &&
    made.hostHash.equals(hashOf(host)) &&
    made.isPresent &&
    made.isVerified &&
    made.credentialId?.equals(credentialId) === true &&
    readPublicKey(publicKey) !== null
  return isRight ? { host, signCount: made.signCount, challenge: client.challenge } : null
}

interface Assertion {
  clientData: Buffer
  authenticatorData: Buffer
  signature: Buffer
}

/** What a passkey of this host and key has signed for this challenge; null where it has not. */
export const verifyShown = (
  { clientData, authenticatorData, signature }: Assertion,
  passkey: { host: string; publicKey: Buffer },
  isGood: (challenge: string) => boolean,
): { signCount: number; challenge: string } | null => {
  const client = readClientData(clientData)
  const shown = readAuthenticatorData(authenticatorData)
  const key: KeyObject | null = readPublicKey(passkey.publicKey)
  const isRight =
    client?.type === 'webauthn.get' &&
    isGood(client.challenge) &&
    hostOf(client.origin) === passkey.host &&
    shown !== null &&
    shown.hostHash.equals(hashOf(passkey.host)) &&
    shown.isPresent &&
    shown.isVerified &&
    key !== null &&
    isSigned(key, authenticatorData, clientData, signature)
  return isRight ? { signCount: shown.signCount, challenge: client.challenge } : null
}
