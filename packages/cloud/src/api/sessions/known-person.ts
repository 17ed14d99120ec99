import { deviceCookieOf, deviceLifetimeMs } from '../../access/known-devices.ts'
import { PasswordsBusy } from '../../access/passwords.ts'
import { prefix } from '../../http/prefix.ts'
import type { Call } from '../../service.ts'
import { busy } from './guess.ts'
import { accountsOf, type Person } from './sessions.sql.ts'

/**
 * The account of an e-mail address and a password, or null. More than one may have an address that nobody proved; an address that
 * nobody has costs as much as one that somebody has.
 */
export const findPerson = async (
  { db, passwords }: Pick<Call, 'db' | 'passwords'>,
  email: string,
  password: string,
  isFirst = false,
): Promise<Person | null> => {
  const accounts = await accountsOf(db.sql, email)
  if (accounts.length === 0) await passwords.matches(password, null, isFirst)
  for (const account of accounts) {
    if (await passwords.matches(password, account.passwordHash, isFirst)) return account
  }
  return null
}

/** One try on a device that is known for this address: it does not wait for what strangers do. Null where the device is a stranger, too. */
export const tryOnKnownDevice = async <T>(
  { cookies, devices }: Pick<Call, 'cookies' | 'devices'>,
  email: string,
  attempt: () => Promise<T>,
): Promise<{ found: T } | null> => {
  const token = cookies.get(deviceCookieOf(email))
  if (token === undefined || !(await devices.mayTry(email, token))) return null
  try {
    return { found: await attempt() }
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error
    await devices.giveBack(email, token)
    throw busy()
  }
}

/** The device of whoever was right is known from now on. */
export const rememberDevice = async (
  { cookies, devices }: Pick<Call, 'cookies' | 'devices'>,
  accountId: number,
  email: string,
): Promise<void> => {
  const name = deviceCookieOf(email)
  const value = await devices.remember(accountId, cookies.get(name))
  cookies.set({ name, value, path: `${prefix}/login`, lifetimeMs: deviceLifetimeMs })
}
