import type { KeyObject } from 'node:crypto'
import { hashOf, hostOf, isSigned, readAuthenticatorData, readClientData, readPublicKey } from './web-authn.rules.ts'

interface Attestation {
  credentialId: Buffer
  publicKey: Buffer
  clientData: Buffer
  authenticatorData: Buffer
}

/** What is known of a passkey that has just been made for this challenge; null where something is not as it should be. */
export const verifyRegistration = (
  { credentialId, publicKey, clientData, authenticatorData }: Attestation,
  isGood: (challenge: string) => boolean,
): { host: string; signCount: number; challenge: string } | null => {
  const client = readClientData(clientData)
  const authenticator = readAuthenticatorData(authenticatorData)
  const host = hostOf(client?.origin ?? '')
  const isRight =
    client?.type === 'webauthn.create' &&
    isGood(client.challenge) &&
    host !== null &&
    authenticator !== null &&
    authenticator.hostHash.equals(hashOf(host)) &&
    authenticator.isPresent &&
    authenticator.isVerified &&
    authenticator.credentialId?.equals(credentialId) === true &&
    readPublicKey(publicKey) !== null
  return isRight ? { host, signCount: authenticator.signCount, challenge: client.challenge } : null
}

interface Assertion {
  clientData: Buffer
  authenticatorData: Buffer
  signature: Buffer
}

/** What a passkey of this host and key has signed for this challenge; null where it has not. */
export const verifyAssertion = (
  { clientData, authenticatorData, signature }: Assertion,
  passkey: { host: string; publicKey: Buffer },
  isGood: (challenge: string) => boolean,
): { signCount: number; challenge: string } | null => {
  const client = readClientData(clientData)
  const authenticator = readAuthenticatorData(authenticatorData)
  const key: KeyObject | null = readPublicKey(passkey.publicKey)
  const isRight =
    client?.type === 'webauthn.get' &&
    isGood(client.challenge) &&
    hostOf(client.origin) === passkey.host &&
    authenticator !== null &&
    authenticator.hostHash.equals(hashOf(passkey.host)) &&
    authenticator.isPresent &&
    authenticator.isVerified &&
    key !== null &&
    isSigned(key, authenticatorData, clientData, signature)
  return isRight ? { signCount: authenticator.signCount, challenge: client.challenge } : null
}
