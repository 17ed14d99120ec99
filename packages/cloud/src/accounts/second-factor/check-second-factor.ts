import type { Queries } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { tooManyRequests } from '../access/too-many-requests.ts'
import type { Secrets } from '../sealing/secrets.ts'
import { totpPlace } from '../sealing/totp-place.ts'
import { plainCode, recoveryForm, recoveryHash } from './recovery-codes.ts'
import { takeCodeTry, takeStep, totpOf, useRecoveryCode } from './second-factor.sql.ts'
import { stepOf } from './totp.rules.ts'

/** The least wait after too many wrong tries. */
const waitMs = 30_000

interface CheckContext {
  sql: Queries
  secrets: Secrets
  now: () => Date
}

/**
 * Refuses an account with a second factor without the right one: a code of the app, or one of recovery, which is used up by it. A device
 * that is known does not wait for what strangers do; its own tries are counted elsewhere. Recovery codes cannot be guessed, and never wait.
 */
export const checkSecondFactor = async (
  { sql, secrets, now }: CheckContext,
  accountId: number,
  input: string | undefined,
  isKnownDevice = false,
): Promise<void> => {
  const totp = await totpOf(sql, accountId)
  if (totp === undefined || totp.confirmedOn === null) return
  if (input === undefined) throw new Refusal('SecondFactorNeeded')
  const code = plainCode(input)
  if (recoveryForm.test(code)) {
    if (await useRecoveryCode(sql, accountId, recoveryHash(code))) return
    throw new Refusal('SecondFactorWrong')
  }
  if (!isKnownDevice && !(await takeCodeTry(sql, accountId, now()))) throw tooManyRequests(waitMs)
  const secret = secrets.open(totpPlace(accountId), totp.sealedSecret)
  const step = secret === null ? null : stepOf(secret, code, now().getTime(), totp.lastStep)
  if (step === null || !(await takeStep(sql, accountId, step))) throw new Refusal('SecondFactorWrong')
}
