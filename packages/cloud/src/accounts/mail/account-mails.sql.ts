import type { Queries } from '@busbar/database'
import type { Language } from '@busbar/messaging/texts'
import { tokenHash } from '../access/secrets.ts'
import type { MailKind } from './account-mail-text.ts'

export interface MailRow {
  id: number
  kind: MailKind
  email: string
  language: Language
  orgId: number | null
  invitationId: string | null
  attempts: number
  /** Number of undelivered messages. */
  count: number | null
}

interface NewMail {
  email: string
  language: Language
  /** Set for an invitation; otherwise the mail leads to a new password. */
  invitation?: { orgId: number; id: string }
}

const waitingMax = 10_000
const resetsPerAccountMax = 5

/** False when too many wait already. */
export const queueMail = async (
  sql: Queries,
  { email, language, invitation }: NewMail,
  now: Date,
): Promise<boolean> => {
  const kind: MailKind = invitation === undefined ? 'reset' : 'invitation'
  const { count } = await sql`
    insert into account_mail (kind, email, language, org_id, invitation_id, next_try_on)
    select ${kind}, ${email}, ${language}, ${invitation?.orgId ?? null}::bigint, ${invitation?.id ?? null}::uuid, ${now}
    where (select count(*) from account_mail) < ${waitingMax}`
  return count === 1
}

/** Leases the next due mail until `till`; mails that another node or this process (`own`) is sending are skipped. */
export const takeMail = async (
  tx: Queries,
  now: Date,
  till: Date,
  own: readonly { id: number }[],
): Promise<MailRow | undefined> => {
  const [row] = await tx<MailRow[]>`
    update account_mail set attempts = attempts + 1, next_try_on = ${till}
    where id = (select id from account_mail where next_try_on <= ${now} and not id = any(${own.map(({ id }) => id)}::bigint[])
                order by next_try_on, id limit 1 for update skip locked)
    returning id, kind, email, language, org_id as "orgId", invitation_id as "invitationId", attempts, count`
  return row
}

/** Extends leases until `till`. A later time stays: it is that of the next attempt, stored meanwhile. */
export const renewMails = (sql: Queries, leased: readonly MailRow[], till: Date) => sql`
  update account_mail m set next_try_on = greatest(m.next_try_on, ${till})
  from unnest(${leased.map(({ id }) => id)}::bigint[], ${leased.map(({ attempts }) => attempts)}::int[]) one (id, attempts)
  where m.id = one.id and m.attempts = one.attempts`

export const deleteMail = (sql: Queries, id: number) => sql`delete from account_mail where id = ${id}`

export const postponeMail = (sql: Queries, id: number, till: Date) =>
  sql`update account_mail set next_try_on = ${till} where id = ${id}`

/** Gives an invitation the code of this mail; undefined when it is gone. */
export const putInvitationCode = async (tx: Queries, { orgId, invitationId }: MailRow, code: string) => {
  const [invitation] = await tx<{ orgName: string }[]>`
    update invitation i set token_hash = ${tokenHash(code)} from org o
    where i.org_id = ${orgId} and i.id = ${invitationId} and o.id = i.org_id
    returning o.name as "orgName"`
  return invitation
}

/** Gives the question whether reports are wanted the code of this mail; undefined when no answer is awaited. */
export const putAddressCode = async (tx: Queries, { orgId, email }: MailRow, code: string) => {
  const [address] = await tx<{ orgName: string }[]>`
    update report_address r set token_hash = ${tokenHash(code)} from org o
    where r.org_id = ${orgId} and r.address = ${email} and r.is_wanted is null and o.id = r.org_id
    returning o.name as "orgName"`
  return address
}

/** Returns the name of the organization that a mail is about; null if it was deleted. */
export const orgNameOf = async (tx: Queries, { orgId }: MailRow): Promise<string | null> => {
  const [org] = await tx<{ name: string }[]>`select name from org where id = ${orgId}`
  return org?.name ?? null
}

/** A link for the account that proved the address, or for the first that has it; false when there is none. */
export const addReset = async (tx: Queries, email: string, code: string, expiresOn: Date): Promise<boolean> => {
  const [reset] = await tx<{ accountId: number }[]>`
    insert into password_reset (token_hash, account_id, expires_on)
    select ${tokenHash(code)}, id, ${expiresOn} from account where email = ${email}
      -- A password would stay when the providers of such an account know the person no more.
      and (password_hash is not null or not exists (select from identity i where i.account_id = account.id))
    order by is_email_proven desc, id limit 1
    returning account_id as "accountId"`
  if (reset === undefined) return false
  await tx`
    delete from password_reset where account_id = ${reset.accountId} and token_hash in (
      select token_hash from password_reset where account_id = ${reset.accountId}
      order by expires_on desc, token_hash offset ${resetsPerAccountMax})`
  return true
}

export const sweepResets = (sql: Queries, now: Date) => sql`delete from password_reset where expires_on <= ${now}`
