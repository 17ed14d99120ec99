import type { Queries } from '@busbar/database'

interface Device {
  accountId: number
  hash: Buffer
}

/** Counts one try of a device; gives the accounts of the address that know it, none when it has no try left. */
export const takeTry = async (
  sql: Queries,
  email: string,
  hash: Buffer,
  most: number,
  since: Date,
): Promise<number[]> => {
  const rows = await sql<{ accountId: number }[]>`
    update known_device d set wrong_count = wrong_count + 1 from account a
    where a.id = d.account_id and a.email = ${email} and d.token_hash = ${hash}
      and d.wrong_count < ${most} and d.last_used_on > ${since}
    returning d.account_id as "accountId"`
  return rows.map(({ accountId }) => accountId)
}

export const giveTryBack = (sql: Queries, email: string, hash: Buffer) => sql`
  update known_device d set wrong_count = greatest(0, wrong_count - 1) from account a
  where a.id = d.account_id and a.email = ${email} and d.token_hash = ${hash}`

/** False when the account does not know it. */
export const noteDeviceUse = async (sql: Queries, { accountId, hash }: Device, now: Date): Promise<boolean> => {
  const { count } = await sql`
    update known_device set wrong_count = 0, last_used_on = ${now}
    where account_id = ${accountId} and token_hash = ${hash}`
  return count > 0
}

/** The one that was used longest ago gives way where there are too many. */
export const insertDevice = async (
  sql: Queries,
  { accountId, hash }: Device,
  now: Date,
  most: number,
): Promise<void> => {
  await sql`insert into known_device (account_id, token_hash, last_used_on) values (${accountId}, ${hash}, ${now})`
  await sql`
    delete from known_device where account_id = ${accountId} and token_hash in (
      select token_hash from known_device where account_id = ${accountId}
      order by last_used_on desc, token_hash offset ${most})`
}

export const deleteDevicesOf = (sql: Queries, accountId: number) =>
  sql`delete from known_device where account_id = ${accountId}`

export const sweepDevices = (sql: Queries, before: Date) =>
  sql`delete from known_device where last_used_on <= ${before}`
