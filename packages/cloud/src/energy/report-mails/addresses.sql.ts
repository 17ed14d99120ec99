import type { Queries } from '@busbar/database'
import type { Language } from '@busbar/messaging/texts'
import { tokenHash } from '../../accounts/access/secrets.ts'

export interface AddressRow {
  address: string
  state: 'confirmed' | 'asked' | 'refused'
}

/** How these stand, in their order. Members of the organization need not be asked. */
export const consentStates = (sql: Queries, orgId: number, recipients: readonly string[]) => sql<AddressRow[]>`
  select one.address, case
      when r.is_wanted or a.id is not null then 'confirmed' when r.is_wanted = false then 'refused' else 'asked' end as state
  from unnest(${recipients}::text[]) with ordinality one (address, place)
  left join report_address r on r.org_id = ${orgId} and r.address = lower(one.address)
  left join (select a.id, a.email from account a join membership m on m.account_id = a.id where m.org_id = ${orgId}) a
    on a.email = lower(one.address)
  order by one.place`

/** Asks those that never answered, and were not asked since. */
export const queueConsentMails = async (
  tx: Queries,
  orgId: number,
  addresses: readonly string[],
  language: Language,
  now: Date,
  since: Date,
): Promise<void> => {
  const rows = await tx<{ address: string }[]>`
    insert into report_address (org_id, address, asked_on)
    select ${orgId}, lower(one), ${now} from unnest(${addresses}::text[]) one
    on conflict (org_id, address) do update set asked_on = excluded.asked_on
      where report_address.is_wanted is null and (report_address.asked_on is null or report_address.asked_on < ${since})
    returning address`
  await tx`
    insert into account_mail (kind, email, language, org_id, next_try_on)
    select 'address', one, ${language}, ${orgId}, ${now} from unnest(${rows.map(({ address }) => address)}::text[]) one`
}

/** Number of addresses of an organization that have not answered. */
export const countUnanswered = async (tx: Queries, orgId: number): Promise<number> => {
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from report_address where org_id = ${orgId} and is_wanted is null`
  return row.count
}

/** Deletes addresses without an answer that no schedule and no waiting mail uses any more. */
export const sweepAddresses = (tx: Queries, orgId: number) => tx`
  delete from report_address r where r.org_id = ${orgId} and r.is_wanted is null
    and not exists (select from report_schedule s, unnest(s.recipients) one where s.org_id = r.org_id and lower(one) = r.address)
    and not exists (select from report_mail m where m.org_id = r.org_id and lower(m.recipient) = r.address and m.state in ('waiting', 'sending'))`

export interface AddressConsent {
  orgId: number
  orgName: string
  address: string
  isWanted: boolean | null
}

export const addressByToken = async (sql: Queries, token: string): Promise<AddressConsent | undefined> => {
  const [row] = await sql<AddressConsent[]>`
    select r.org_id as "orgId", o.name as "orgName", r.address, r.is_wanted as "isWanted"
    from report_address r join org o on o.id = r.org_id where r.token_hash = ${tokenHash(token)}`
  return row
}

/** Stores the answer, and drops the waiting mails of a recipient who declined. */
export const recordConsent = async (
  tx: Queries,
  { orgId, address }: AddressConsent,
  isWanted: boolean,
  now: Date,
): Promise<void> => {
  await tx`
    update report_address set is_wanted = ${isWanted}, answered_on = ${now}
    where org_id = ${orgId} and address = ${address}`
  if (isWanted) return
  await tx`
    update report_mail set state = 'failed', reason = ${unwanted}
    where org_id = ${orgId} and lower(recipient) = ${address} and state = 'waiting'`
}

const unwanted = 'the addressee wants none'
const unanswered = 'the addressee did not answer whether they want it'

/** Gives up mails that have waited for an answer since then. */
export const giveUpUnanswered = (sql: Queries, since: Date) => sql`
  update report_mail m set state = 'failed', reason = ${unanswered}
  where m.state = 'waiting' and m.created_on < ${since}
    and exists (select from report_address r where r.org_id = m.org_id and r.address = lower(m.recipient) and r.is_wanted is null)`
