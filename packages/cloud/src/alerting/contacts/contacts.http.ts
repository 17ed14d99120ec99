import type { Queries, Tx } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { allows } from '../../accounts/access/roles.ts'
import { difference } from '../../accounts/audit/difference.rules.ts'
import { lockOrg } from '../../accounts/audit/lock-org.sql.ts'
import { record } from '../../accounts/audit/record.ts'
import type { Handlers } from '../../accounts/call.ts'
import type { AlertingNeeds } from '../needs.ts'
import { type ContactInput, type contacts, contactsMax } from './contacts.contract.ts'
import { contactOf, needUnused, shownContact, usesOfContact } from './contacts.rules.ts'
import {
  type ContactRow,
  contactsOf,
  deleteContact,
  groupsOf,
  insertContact,
  isMember,
  type NewContact,
  policiesOf,
  updateContact,
} from './contacts.sql.ts'
import { dropProofs, proofsOf } from './proofs.sql.ts'

export const contactsHandlers: Handlers<typeof contacts, AlertingNeeds> = {
  list: async ({ db, role }, { orgId }) => {
    const rows = await contactsOf(db.sql, orgId)
    const proofs = await proofsOf(
      db.sql,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => shownContact(row, allows(role, 'manager'), proofs))
  },

  create: (call, { orgId, ...input }) =>
    call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const { length } = await contactsOf(tx, orgId)
      if (length >= contactsMax) throw new Refusal('IncorrectRequest', `body: there are ${contactsMax} contacts`)
      const contact = await check(tx, orgId, input, null)
      const id = await insertContact(tx, orgId, contact, call.now())
      const after = shownContact({ id, ...contact }, false)
      await record(tx, orgId, call, { action: 'contact.create', objectKind: 'contact', objectId: id, after })
      return { id }
    }),

  get: async ({ db, orgId, role }, { contactId }) =>
    shownContact(
      await storedContact(db.sql, orgId, contactId),
      allows(role, 'manager'),
      await proofsOf(db.sql, [contactId]),
    ),

  change: (call, { contactId, ...input }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const before = await storedContact(tx, orgId, contactId)
      const contact = await check(tx, orgId, input, before.accountId)
      await updateContact(tx, orgId, contactId, contact)
      await dropProofs(tx, orgId, contactId, contact.channels)
      await record(tx, orgId, call, {
        action: 'contact.change',
        objectKind: 'contact',
        objectId: contactId,
        ...difference(shownContact(before, false), shownContact({ id: contactId, ...contact }, false)),
      })
      return {}
    }),

  delete: (call, { contactId }) =>
    call.db.tx(async (tx) => {
      const { orgId } = call
      await lockOrg(tx, orgId)
      const before = shownContact(await storedContact(tx, orgId, contactId), false)
      needUnused(usesOfContact(contactId, await groupsOf(tx, orgId), await policiesOf(tx, orgId)))
      await deleteContact(tx, orgId, contactId)
      await record(tx, orgId, call, { action: 'contact.delete', objectKind: 'contact', objectId: contactId, before })
      return {}
    }),
}

const storedContact = async (sql: Queries, orgId: number, id: number): Promise<ContactRow> => {
  const [row] = await contactsOf(sql, orgId, id)
  if (row === undefined) throw new Refusal('ObjectNotFound')
  return row
}

/** The account of a contact stays, even if it is no longer a member. */
const check = async (
  tx: Tx,
  orgId: number,
  input: ContactInput,
  accountIdBefore: number | null,
): Promise<NewContact> => {
  const { accountId } = input
  if (accountId != null && accountId !== accountIdBefore && !(await isMember(tx, orgId, accountId)))
    throw new Refusal('IncorrectRequest', 'body.accountId: no such member')
  return contactOf(input)
}
