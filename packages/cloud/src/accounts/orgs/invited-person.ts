import type { Queries } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { tooManyRequests } from '../access/too-many-requests.ts'
import type { AccountsCall } from '../needs.ts'
import { isKnownByProvidersOnly } from '../oidc/identities.sql.ts'
import { checkSecondFactor } from '../second-factor/check-second-factor.ts'
import { busy, hashNewPassword } from '../sessions/guess.ts'
import { findPerson } from '../sessions/known-person.ts'
import { replaceForgottenPassword } from '../sessions/password-reset.http.ts'
import { PasswordsBusy } from '../sessions/passwords.ts'
import { accountsOf, accountsPerEmailMax, markEmailProven, type Person } from '../sessions/sessions.sql.ts'
import { insertAccount } from './orgs.sql.ts'

/**
 * Finds or creates the account that accepts an invitation, in the same transaction. The response never reveals which of
 * the two happened.
 */
type InviteeResolver = (tx: Queries, name: string) => Promise<Pick<Person, 'accountId' | 'name'>>

interface Credentials {
  email: string
  password: string
  secondFactor: string | undefined
}

/**
 * The code came by mail, so the address is that person's: an account that proved it before is theirs, too, and gets the password that they
 * have chosen now, as by a link to a new one. An account made without proof is theirs only if they know its password.
 */
export const provenPerson = async (
  call: AccountsCall<'public'>,
  { email, password, secondFactor }: Credentials,
): Promise<InviteeResolver> => {
  const found = await findChecked(call, email, password)
  const owner = found ?? (await accountsOf(call.db.sql, email)).find(({ isEmailProven }) => isEmailProven)
  if (owner !== undefined) await checkSecondFactor({ ...call, sql: call.db.sql }, owner.accountId, secondFactor)
  const newHash = await hashNewPassword(call, password)
  return async (tx, name) => {
    if (found !== null) {
      await markEmailProven(tx, found.accountId)
      return found
    }
    const [proven] = (await accountsOf(tx, email)).filter(({ isEmailProven }) => isEmailProven)
    if (proven !== undefined) {
      if (await isKnownByProvidersOnly(tx, proven.accountId))
        throw new Refusal(
          'NotAuthorized',
          'This account has no password: its provider signs it in, and groups there give it roles.',
        )
      await replaceForgottenPassword(tx, call, proven, newHash)
      return proven
    }
    const accountId = await insertAccount(tx, { name, email, passwordHash: newHash }, call.now())
    if (accountId === null) throw new Refusal('NotAuthorized', 'An account of this e-mail address was made just now.')
    return { accountId, name }
  }
}

/**
 * The code went through the hands of who invites, and proves nothing: a person with another password gets an account of their own beside those
 * that have the address. It counts as a try at their passwords, whether or not there are any.
 */
export const claimedPerson = async (
  call: AccountsCall<'public'>,
  { email, password, secondFactor }: Credentials,
): Promise<InviteeResolver> => {
  const { waitMs, wasRight } = call.guesses.begin(call.from, `email ${email}`)
  if (waitMs > 0) throw tooManyRequests(waitMs)
  const found = await findChecked(call, email, password)
  const passwordHash = await hashNewPassword(call, password)
  if (found !== null) {
    wasRight()
    await checkSecondFactor({ ...call, sql: call.db.sql }, found.accountId, secondFactor)
  }
  return async (tx, name) => {
    if (found !== null) return found
    if ((await accountsOf(tx, email)).length >= accountsPerEmailMax) {
      throw new Refusal('NotAuthorized', 'There are too many accounts of this e-mail address that nobody has proved.')
    }
    const accountId = await insertAccount(tx, { name, email, passwordHash, isEmailProven: false }, call.now())
    if (accountId === null) throw new Error("an address that is not proved stands in nobody's way")
    return { accountId, name }
  }
}

const findChecked = async (call: AccountsCall<'public'>, email: string, password: string): Promise<Person | null> => {
  try {
    return await findPerson(call, email, password)
  } catch (error) {
    throw error instanceof PasswordsBusy ? busy() : error
  }
}
