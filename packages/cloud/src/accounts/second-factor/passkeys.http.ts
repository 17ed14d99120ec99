import { createHash, type KeyObject, randomUUID } from 'node:crypto'
import { rowJson } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import type { Handlers } from '../call.ts'
import type { AccountsNeeds } from '../needs.ts'
import { guess } from '../sessions/guess.ts'
import { openSession } from '../sessions/open-session.ts'
import { needOwnPassword } from '../sessions/own-password.ts'
import { recordOwnChange } from '../sessions/record-own.ts'
import { userOf } from '../sessions/sessions.sql.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import type { passkeys } from './passkeys.contract.ts'
import { deletePasskey, findPasskey, insertPasskey, notePasskeyUse, passkeysOf } from './passkeys.sql.ts'
import { hashOf, hostOf, isSigned, readAuthenticatorData, readClientData, readPublicKey } from './web-authn.rules.ts'

interface Attestation {
  credentialId: Buffer
  publicKey: Buffer
  clientData: Buffer
  authenticatorData: Buffer
}

/** Verifies the registration of a passkey for this challenge; null if anything is invalid. */
const verifyRegistration = (
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

/** Verifies the signature of a passkey for this host and challenge; null if it is invalid. */
const verifyAssertion = (
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

const passkeysMax = 20
/** Account of challenges that any account may answer. */
const anyAccount = 0

const fromText = (text: string): Buffer => Buffer.from(text, 'base64url')

export const passkeysHandlers: Handlers<typeof passkeys, AccountsNeeds> = {
  async list({ db, caller }) {
    const ownPasskeys = await passkeysOf(db.sql, caller.accountId)
    return ownPasskeys.map(({ id, name, host, createdOn, lastUsedOn }) =>
      rowJson({ id, name, host, createdOn, lastUsedOn }),
    )
  },

  async begin(call, { password, secondFactor }) {
    const { caller, db, challenges } = call
    await needOwnPassword(call, password)
    await checkSecondFactor({ ...call, sql: db.sql }, caller.accountId, secondFactor)
    const user = await userOf(db.sql, caller.accountId)
    const ownPasskeys = await passkeysOf(db.sql, caller.accountId)
    return {
      challenge: challenges.make(caller.accountId),
      userHandle: createHash('sha256').update(`account ${caller.accountId}`).digest('base64url'),
      userName: user?.email ?? '',
      displayName: user?.name ?? '',
      exclude: ownPasskeys.map(({ credentialId }) => credentialId.toString('base64url')),
    }
  },

  async create(call, { name, ...input }) {
    const { caller, db, challenges, now } = call
    const { accountId } = caller
    const registration = {
      credentialId: fromText(input.credentialId),
      publicKey: fromText(input.publicKey),
      clientData: fromText(input.clientData),
      authenticatorData: fromText(input.authenticatorData),
    }
    const verified = verifyRegistration(registration, (challenge) => challenges.isGood(challenge, accountId))
    if (verified === null) throw new Refusal('IncorrectRequest', 'This passkey was not made for this account just now.')
    const id = randomUUID()
    await db.tx(async (tx) => {
      if (!(await challenges.use(verified.challenge, tx))) throw new Refusal('IncorrectRequest', 'It was kept before.')
      const row = { ...registration, ...verified, accountId, id, name }
      if (!(await insertPasskey(tx, row, now(), passkeysMax))) {
        throw new Refusal('IncorrectRequest', `It is known already, or there are ${passkeysMax}.`)
      }
      await recordOwnChange(tx, call, { action: 'user.add-passkey', after: { name, host: verified.host } })
    })
    return { id }
  },

  async delete(call, { passkeyId }) {
    await call.db.tx(async (tx) => {
      const name = await deletePasskey(tx, call.caller.accountId, passkeyId)
      if (name === undefined) throw new Refusal('ObjectNotFound')
      await recordOwnChange(tx, call, { action: 'user.delete-passkey', before: { name } })
    })
    return {}
  },

  beginLogin: ({ challenges }) => ({ challenge: challenges.make(anyAccount) }),

  async login(call, input) {
    const { db, challenges, now } = call
    const credentialId = fromText(input.credentialId)
    const passkey = await guess(
      call,
      'passkey',
      async () => {
        const stored = await findPasskey(db.sql, credentialId)
        const assertion = {
          clientData: fromText(input.clientData),
          authenticatorData: fromText(input.authenticatorData),
          signature: fromText(input.signature),
        }
        const verified =
          stored === undefined
            ? null
            : verifyAssertion(assertion, stored, (challenge) => challenges.isGood(challenge, anyAccount))
        const isTaken =
          verified !== null &&
          (await challenges.use(verified.challenge)) &&
          (await notePasskeyUse(db.sql, credentialId, verified.signCount, now()))
        if (stored === undefined || !isTaken)
          throw new Refusal('NotAuthorized', 'This passkey does not sign you in here.')
        return stored
      },
      { nameMost: null },
    )
    return { ...(await openSession(call, passkey.accountId)), email: passkey.email }
  },
}
