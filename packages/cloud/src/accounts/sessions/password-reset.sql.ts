import type { Queries } from '@busbar/database'

export const findReset = async (sql: Queries, hash: Buffer, now: Date): Promise<number | undefined> => {
  const [found] = await sql<{ accountId: number }[]>`
    select account_id as "accountId" from password_reset where token_hash = ${hash} and expires_on > ${now}`
  return found?.accountId
}

/** Uses up a link, and with it all others of the account; undefined when it is gone already. */
export const consumeReset = async (tx: Queries, hash: Buffer, now: Date) => {
  const [reset] = await tx<{ accountId: number }[]>`
    delete from password_reset where token_hash = ${hash} and expires_on > ${now} returning account_id as "accountId"`
  if (reset === undefined) return undefined
  await tx`delete from password_reset where account_id = ${reset.accountId}`
  const [account] = await tx<{ accountId: number; name: string; email: string }[]>`
    select id as "accountId", name, email from account where id = ${reset.accountId}`
  return account
}
