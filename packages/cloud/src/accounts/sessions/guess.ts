import type { Refusal } from '@busbar/wire/server'
import { tooManyRequests } from '../access/too-many-requests.ts'
import type { AccountsCall, AccountsNeeds } from '../needs.ts'
import type { GuessOptions } from './guess-limits.ts'
import { PasswordsBusy } from './passwords.ts'

const busyWaitMs = 1000

/** Too many passwords are being checked. */
export const busy = (): Refusal => tooManyRequests(busyWaitMs)

/** Hashes a chosen password. */
export const hashNewPassword = async (
  { passwords }: Pick<AccountsNeeds, 'passwords'>,
  password: string,
): Promise<string> => {
  try {
    return await passwords.hash(password)
  } catch (error) {
    throw error instanceof PasswordsBusy ? busy() : error
  }
}

/**
 * Runs an attempt at the secret of `name`. An error of `attempt` counts as a wrong attempt. A caller with too many
 * wrong attempts must wait.
 */
export const guess = async <T>(
  { guesses, from }: Pick<AccountsCall<'public'>, 'guesses' | 'from'>,
  name: string,
  attempt: () => Promise<T>,
  options: GuessOptions = {},
): Promise<T> => {
  const { waitMs, wasRight, wasNone } = guesses.begin(from, name, options)
  if (waitMs > 0) throw tooManyRequests(waitMs)
  try {
    const result = await attempt()
    wasRight()
    return result
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error
    wasNone()
    throw busy()
  }
}
