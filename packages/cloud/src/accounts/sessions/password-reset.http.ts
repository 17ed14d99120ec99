import type { Queries } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { tokenHash } from '../access/secrets.ts'
import { tooManyRequests } from '../access/too-many-requests.ts'
import { record } from '../audit/record.ts'
import type { Handlers } from '../call.ts'
import type { AccountsCall, AccountsNeeds } from '../needs.ts'
import { checkSecondFactor } from '../second-factor/check-second-factor.ts'
import { guess, hashNewPassword } from './guess.ts'
import { rememberDevice } from './known-person.ts'
import { openSession } from './open-session.ts'
import type { sessions } from './sessions.contract.ts'
import { orgsOf, setPassword } from './sessions.sql.ts'

const findReset = async (sql: Queries, hash: Buffer, now: Date): Promise<number | undefined> => {
  const [found] = await sql<{ accountId: number }[]>`
    select account_id as "accountId" from password_reset where token_hash = ${hash} and expires_on > ${now}`
  return found?.accountId
}

/** Uses up a link, and with it all others of the account; undefined when it is gone already. */
const consumeReset = async (tx: Queries, hash: Buffer, now: Date) => {
  const [reset] = await tx<{ accountId: number }[]>`
    delete from password_reset where token_hash = ${hash} and expires_on > ${now} returning account_id as "accountId"`
  if (reset === undefined) return undefined
  await tx`delete from password_reset where account_id = ${reset.accountId}`
  const [account] = await tx<{ accountId: number; name: string; email: string }[]>`
    select id as "accountId", name, email from account where id = ${reset.accountId}`
  return account
}

export const passwordResetHandlers: Pick<
  Handlers<typeof sessions, AccountsNeeds>,
  'requestPasswordReset' | 'resetPassword'
> = {
  async requestPasswordReset({ mails, from }, { email, lang = mails.language }) {
    if (!mails.isOn)
      throw new Refusal('NotAuthorized', 'This installation sends no mail; its administrator can set a password.')
    const waitMs = await mails.requestReset(from, email, lang)
    if (waitMs > 0) throw tooManyRequests(waitMs)
    return {}
  },

  async resetPassword(call, { code, newPassword, secondFactor }) {
    const { db, now } = call
    const hash = tokenHash(code)
    const ownerId = await guess(
      call,
      `reset ${code}`,
      async () => (await findReset(db.sql, hash, now())) ?? refuseLink(),
    )
    // The link stays good for another try.
    await checkSecondFactor({ ...call, sql: db.sql }, ownerId, secondFactor)
    const newHash = await hashNewPassword(call, newPassword)
    const { accountId, email } = await db.tx(async (tx) => {
      const account = (await consumeReset(tx, hash, now())) ?? refuseLink()
      await replaceForgottenPassword(tx, call, account, newHash)
      return account
    })
    const session = await openSession(call, accountId)
    await rememberDevice(call, accountId, email)
    return { ...session, email }
  },
}

/** Sets the password of the one who proved the address. All other sessions end, on every device. */
export const replaceForgottenPassword = async (
  tx: Parameters<typeof setPassword>[0],
  { sessions, devices, from, now }: Pick<AccountsCall<'public'>, 'sessions' | 'devices' | 'from' | 'now'>,
  { accountId, name }: { accountId: number; name: string },
  newHash: string,
): Promise<void> => {
  await setPassword(tx, accountId, newHash)
  await sessions.endAllOf(accountId, undefined, tx)
  await devices.forgetAllOf(accountId, tx)
  const actor = { caller: { accountId, accountName: name }, from, now }
  const change = { action: 'reset-password', objectKind: 'user', objectId: accountId } as const
  for (const { orgId } of await orgsOf(tx, accountId)) await record(tx, orgId, actor, change)
}

const refuseLink = (): never => {
  throw new Refusal('ObjectNotFound', 'The link is unknown, was used or has expired.')
}
