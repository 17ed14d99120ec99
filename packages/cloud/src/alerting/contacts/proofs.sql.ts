import type { ContactChannel } from '@busbar/alerts/contacts'
import type { Queries } from '@busbar/database'

export interface OwnContactRow {
  contactId: number
  orgId: number
  orgName: string
  name: string
  channels: ContactChannel[]
}

/** In all organizations of which the account is a member. */
export const ownContacts = (sql: Queries, accountId: number) => sql<OwnContactRow[]>`
  select c.id as "contactId", c.org_id as "orgId", o.name as "orgName", c.name, c.channels
  from contact c join membership m on m.org_id = c.org_id and m.account_id = c.account_id join org o on o.id = c.org_id
  where c.account_id = ${accountId} order by o.name, c.id`

export interface ProofRow {
  contactId: number
  type: string
  address: string
  provenOn: Date
}

/** Addresses of these contacts that were confirmed. */
export const proofsOf = (sql: Queries, contactIds: readonly number[]) => sql<ProofRow[]>`
  select contact_id as "contactId", type, address, proven_on as "provenOn" from contact_proof
  where contact_id = any(${[...contactIds]}::bigint[]) and proven_on is not null`

/** A code takes the place of the one before; false where that was sent after `before`. */
export const putCode = async (
  tx: Queries,
  { orgId, contactId, type, address }: ContactAddress,
  codeHash: Buffer,
  { on, before }: { on: Date; before: Date },
): Promise<boolean> => {
  const { count } = await tx`
    insert into contact_proof as p (org_id, contact_id, type, address, code_hash, sent_on)
    values (${orgId}, ${contactId}, ${type}, ${address}, ${codeHash}, ${on})
    on conflict (org_id, contact_id, type, address)
    do update set code_hash = excluded.code_hash, sent_on = excluded.sent_on, wrong_count = 0
    where p.sent_on <= ${before}`
  return count === 1
}

export interface ContactAddress {
  orgId: number
  contactId: number
  type: string
  address: string
}

/** Counts a try; what there is to compare with, where the code is not too old and was not wrong too often. */
export const takeTry = async (
  tx: Queries,
  { orgId, contactId, type, address }: ContactAddress,
  { after, triesMax }: { after: Date; triesMax: number },
): Promise<Buffer | undefined> => {
  const [row] = await tx<{ codeHash: Buffer }[]>`
    update contact_proof set wrong_count = wrong_count + 1
    where org_id = ${orgId} and contact_id = ${contactId} and type = ${type} and address = ${address}
      and code_hash is not null and sent_on > ${after} and wrong_count < ${triesMax}
    returning code_hash as "codeHash"`
  return row?.codeHash
}

export const setProven = (tx: Queries, { orgId, contactId, type, address }: ContactAddress, on: Date) => tx`
  update contact_proof set proven_on = ${on}, code_hash = null
  where org_id = ${orgId} and contact_id = ${contactId} and type = ${type} and address = ${address}`

/** Deletes the proofs of addresses that a contact no longer has. */
export const dropProofs = async (
  tx: Queries,
  orgId: number,
  contactId: number,
  channels: readonly ContactChannel[],
) => {
  await tx`
    delete from contact_proof where org_id = ${orgId} and contact_id = ${contactId}
      and not exists (
        select from unnest(${channels.map(({ type }) => type)}::text[], ${channels.map(({ address }) => address)}::text[])
          one (type, address)
        where one.type = contact_proof.type and one.address = contact_proof.address)`
}
