import type { Queries } from '@busbar/database'

export interface Totp {
  sealedSecret: Buffer
  confirmedOn: Date | null
  lastStep: number
}

export const totpOf = async (sql: Queries, accountId: number): Promise<Totp | undefined> => {
  const [found] = await sql<Totp[]>`
    select sealed_secret as "sealedSecret", confirmed_on as "confirmedOn", last_step as "lastStep"
    from totp where account_id = ${accountId}`
  return found
}

/** Replaces one that was never confirmed; false where there is one that was. */
export const putTotp = async (tx: Queries, accountId: number, sealed: Buffer): Promise<boolean> => {
  const { count } = await tx`
    insert into totp (account_id, sealed_secret) values (${accountId}, ${sealed})
    on conflict (account_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0
    where totp.confirmed_on is null`
  return count === 1
}

/** False when another was faster. */
export const confirmTotp = async (tx: Queries, accountId: number, step: number, now: Date): Promise<boolean> => {
  const { count } = await tx`
    update totp set confirmed_on = ${now}, last_step = ${step} where account_id = ${accountId} and confirmed_on is null`
  return count === 1
}

export const deleteTotp = (tx: Queries, accountId: number) => tx`delete from totp where account_id = ${accountId}`

/**
 * Counts an attempt before its outcome is known; false if it must wait. Five attempts are free; then the wait doubles
 * from 30 seconds to an hour.
 */
export const takeCodeTry = async (sql: Queries, accountId: number, now: Date): Promise<boolean> => {
  const { count } = await sql`
    update totp set wrong_count = wrong_count + 1, wrong_on = ${now}
    where account_id = ${accountId} and (wrong_count < 5
      or wrong_on <= ${now}::timestamptz - least(3600, 30 * power(2, least(wrong_count, 20) - 5)) * interval '1 second')`
  return count === 1
}

/** False when it, or a later one, was taken meanwhile. */
export const takeStep = async (sql: Queries, accountId: number, step: number): Promise<boolean> => {
  const { count } = await sql`
    update totp set last_step = ${step}, wrong_count = 0 where account_id = ${accountId} and last_step < ${step}`
  return count === 1
}

export const putRecoveryCodes = async (tx: Queries, accountId: number, hashes: readonly Buffer[]): Promise<void> => {
  await tx`delete from recovery_code where account_id = ${accountId}`
  await tx`
    insert into recovery_code (account_id, code_hash)
    select ${accountId}, hash from unnest(${hashes}::bytea[]) hash`
}

/** False when there is none such. */
export const useRecoveryCode = async (sql: Queries, accountId: number, hash: Buffer): Promise<boolean> => {
  const { count } = await sql`
    with used as (delete from recovery_code where account_id = ${accountId} and code_hash = ${hash} returning account_id)
    update totp t set wrong_count = 0 from used where t.account_id = used.account_id`
  return count === 1
}

export const recoveryCodesLeft = async (sql: Queries, accountId: number): Promise<number> => {
  const [found] = await sql<[{ count: number }]>`select count(*) from recovery_code where account_id = ${accountId}`
  return found.count
}
