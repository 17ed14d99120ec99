import { prefix } from '../../fields/prefix.ts'
import type { AccountsCall, AccountsNeeds } from '../needs.ts'
import { busy } from './guess.ts'
import { deviceCookieOf, deviceLifetimeMs } from './known-devices.ts'
import { PasswordsBusy } from './passwords.ts'
import { accountsOf, type Person } from './sessions.sql.ts'

/** At least so many passwords are checked for an address: its owner's, and that of an account that has claimed it. */
const checksMin = 2

/**
 * The account of an e-mail address and a password, or null. Beside the one that proved the address there may be others. Whether there is
 * any, the work does not tell: a dummy is checked in its place.
 */
export const findPerson = async (
  { db, passwords }: Pick<AccountsNeeds, 'db' | 'passwords'>,
  email: string,
  password: string,
): Promise<Person | null> => {
  const accounts = await accountsOf(db.sql, email)
  const found = await firstMatch(accounts, (hash) => passwords.matches(password, hash))
  if (found !== null) return found
  for (let checked = accounts.length; checked < checksMin; checked += 1) await passwords.matches(password, null)
  return null
}

/**
 * The same on a device that is known: it does not wait for what strangers do, but opens only the accounts that know it, for another of
 * the same address may be the stranger. Undefined where the device is a stranger, too.
 */
export const findOnKnownDevice = async (
  { cookies, db, devices, passwords }: Pick<AccountsCall<'public'>, 'cookies' | 'db' | 'devices' | 'passwords'>,
  email: string,
  password: string,
): Promise<Person | null | undefined> => {
  const token = cookies.get(deviceCookieOf(email))
  const ids = token === undefined ? [] : await devices.accountsFor(email, token)
  if (token === undefined || ids.length === 0) return undefined
  const accounts = (await accountsOf(db.sql, email)).filter(({ accountId }) => ids.includes(accountId))
  try {
    return await firstMatch(accounts, (hash) => passwords.matches(password, hash, true))
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error
    await devices.giveBack(email, token)
    throw busy()
  }
}

const firstMatch = async (
  accounts: readonly Person[],
  matches: (hash: string | null) => Promise<boolean>,
): Promise<Person | null> => {
  for (const account of accounts) if (await matches(account.passwordHash)) return account
  return null
}

/** The device is known from now on. */
export const rememberDevice = async (
  { cookies, devices }: Pick<AccountsCall<'public'>, 'cookies' | 'devices'>,
  accountId: number,
  email: string,
): Promise<void> => {
  const name = deviceCookieOf(email)
  const value = await devices.remember(accountId, cookies.get(name))
  cookies.set({ name, value, path: `${prefix}/login`, lifetimeMs: deviceLifetimeMs })
}
