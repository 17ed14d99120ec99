import { Refusal } from '@busbar/wire/server'
import type { AccountsCall } from '../needs.ts'
import { guess } from './guess.ts'
import { passwordHashOf } from './sessions.sql.ts'

/** From wherever: who has a session and not the password has stolen it. */
const perMinute = 10

/** Refuses who does not know the password of the own account; gives its hash. */
export const needOwnPassword = (
  call: AccountsCall<'account'>,
  password: string,
  message = 'The password is wrong.',
): Promise<string> => {
  const { caller, db, passwords } = call
  return guess(
    call,
    `password of ${caller.accountId}`,
    async () => {
      const hash = await passwordHashOf(db.sql, caller.accountId)
      if (!(await passwords.matches(password, hash)) || hash === null) throw new Refusal('NotAuthorized', message)
      return hash
    },
    { nameMost: perMinute },
  )
}
