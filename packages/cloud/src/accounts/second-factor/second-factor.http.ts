import { randomBytes } from 'node:crypto'
import type { Queries } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import type { Handlers } from '../call.ts'
import type { AccountsCall, AccountsNeeds } from '../needs.ts'
import { totpPlace } from '../sealing/totp-place.ts'
import { guess } from '../sessions/guess.ts'
import { needOwnPassword } from '../sessions/own-password.ts'
import { recordOwnChange } from '../sessions/record-own.ts'
import { userOf } from '../sessions/sessions.sql.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { newRecoveryCodes, plainCode, recoveryHash } from './recovery-codes.ts'
import type { secondFactor } from './second-factor.contract.ts'
import { confirmTotp, deleteTotp, putRecoveryCodes, putTotp, recoveryCodesLeft, totpOf } from './second-factor.sql.ts'
import { base32, secretBytes, stepOf, totpUri } from './totp.rules.ts'

const codesPerMinute = 10

export const secondFactorHandlers: Handlers<typeof secondFactor, AccountsNeeds> = {
  async get({ db, caller }) {
    const totp = await totpOf(db.sql, caller.accountId)
    const since = totp?.confirmedOn ?? null
    return {
      isOn: since !== null,
      ...(since !== null && { since: since.toISOString() }),
      recoveryCodesLeft: await recoveryCodesLeft(db.sql, caller.accountId),
    }
  },

  async begin(call, { password }) {
    const { accountId } = call.caller
    await needOwnPassword(call, password)
    const secret = randomBytes(secretBytes)
    const email = await call.db.tx(async (tx) => {
      const user = await userOf(tx, accountId)
      // The row is there before the key is asked for, as who rotates keys takes them.
      await tx`lock table totp in row exclusive mode`
      const seal = await call.secrets.sealer(tx)
      if (!(await putTotp(tx, accountId, seal(totpPlace(accountId), secret)))) {
        throw new Refusal('IncorrectRequest', 'There is a second factor already; switch it off before.')
      }
      return user?.email ?? ''
    })
    return { secret: base32(secret), uri: totpUri(secret, email) }
  },

  async confirm(call, { code }) {
    const { caller, db, secrets, now } = call
    const { accountId } = caller
    const step = await guess(
      call,
      `second factor of ${accountId}`,
      async () => {
        const totp = await totpOf(db.sql, accountId)
        if (totp === undefined || totp.confirmedOn !== null)
          throw new Refusal('ObjectNotFound', 'Ask for a secret first.')
        const secret = secrets.open(totpPlace(accountId), totp.sealedSecret)
        const found = secret === null ? null : stepOf(secret, plainCode(code), now().getTime(), totp.lastStep)
        if (found === null) throw new Refusal('SecondFactorWrong')
        return found
      },
      { nameMost: codesPerMinute },
    )
    return db.tx(async (tx) => {
      if (!(await confirmTotp(tx, accountId, step, now()))) throw new Refusal('ObjectNotFound')
      const recoveryCodes = await renewCodes(tx, accountId)
      await call.sessions.endAllOf(accountId, call.token, tx)
      await call.devices.forgetAllOf(accountId, tx)
      await recordOwnChange(tx, call, { action: 'user.add-second-factor' })
      return { recoveryCodes }
    })
  },

  async renewRecoveryCodes(call, { password, secondFactor }) {
    await needPasswordAndCode(call, password, secondFactor)
    return call.db.tx(async (tx) => {
      const recoveryCodes = await renewCodes(tx, call.caller.accountId)
      await recordOwnChange(tx, call, { action: 'user.renew-recovery-codes' })
      return { recoveryCodes }
    })
  },

  async remove(call, { password, secondFactor }) {
    await needPasswordAndCode(call, password, secondFactor)
    await call.db.tx(async (tx) => {
      await deleteTotp(tx, call.caller.accountId)
      await recordOwnChange(tx, call, { action: 'user.remove-second-factor' })
    })
    return {}
  },
}

const needPasswordAndCode = async (call: AccountsCall<'account'>, password: string, factor: string): Promise<void> => {
  await needOwnPassword(call, password)
  const totp = await totpOf(call.db.sql, call.caller.accountId)
  if (totp === undefined || totp.confirmedOn === null) throw new Refusal('ObjectNotFound', 'There is no second factor.')
  await checkSecondFactor({ ...call, sql: call.db.sql }, call.caller.accountId, factor)
}

const renewCodes = async (tx: Queries, accountId: number): Promise<string[]> => {
  const codes = newRecoveryCodes()
  await putRecoveryCodes(
    tx,
    accountId,
    codes.map((code) => recoveryHash(plainCode(code))),
  )
  return codes
}
