import { randomUUID } from 'node:crypto'
import { Refusal } from '@busbar/wire/server'
import { newToken, tokenHash } from '../../access/secrets.ts'
import type { Call } from '../../service.ts'
import { record } from '../audit/record.ts'
import { lockOrg } from '../lock-org.sql.ts'
import { guess, hashNew } from '../sessions/guess.ts'
import { openSession } from '../sessions/open-session.ts'
import { accountsOf } from '../sessions/sessions.sql.ts'
import { wireForm } from '../wire-form.ts'
import {
  deleteInvitation,
  deleteStaleInvitations,
  findInvitation,
  insertInvitation,
  invitationFacts,
  invitationsOf,
} from './invitations.sql.ts'
import { countMembers } from './members.sql.ts'
import type { OrgsHandlers } from './orgs.http.ts'
import { needRoom } from './orgs.rules.ts'
import { insertAccount, insertMember } from './orgs.sql.ts'

const lifetimeMs = 7 * 24 * 3_600_000

type Names = 'invitations' | 'invite' | 'withdrawInvitation' | 'acceptInvitation'

export const invitationsHandlers: Pick<OrgsHandlers, Names> = {
  async invitations({ db, now }, { orgId }) {
    const waiting = await invitationsOf(db.sql, orgId, now())
    return waiting.map(wireForm)
  },

  async invite(call, { orgId, email, role }) {
    const { caller, db, now } = call
    const code = newToken()
    const id = randomUUID()
    const expiresOn = new Date(now().getTime() + lifetimeMs)
    await db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      await deleteStaleInvitations(tx, orgId, email, now())
      const { isMember, waitingCount } = await invitationFacts(tx, orgId, email)
      if (isMember) throw new Refusal('IncorrectRequest', `body.email: ${email} is a member already`)
      needRoom('invitations', waitingCount)
      await insertInvitation(tx, { orgId, id, email, role, expiresOn }, tokenHash(code), caller.accountId)
      const after = { email, role }
      await record(tx, orgId, call, { action: 'create', objectKind: 'invitation', objectId: id, after })
    })
    return { id, code, expiresOn: expiresOn.toISOString() }
  },

  async withdrawInvitation(call, { orgId, invitationId }) {
    await call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const before = await deleteInvitation(tx, orgId, invitationId)
      if (before === undefined) throw new Refusal('ObjectNotFound')
      await record(tx, orgId, call, { action: 'delete', objectKind: 'invitation', objectId: invitationId, before })
    })
    return {}
  },

  async acceptInvitation(call, { code, name, password }) {
    const { db, from, now } = call
    const { id, orgId, email, role } = await guess(call, `invitation ${code}`, async () => {
      const invitation = await findInvitation(db.sql, tokenHash(code), now())
      return invitation ?? gone()
    })
    const person = await knownPerson(call, email, password)
    const passwordHash = person === null ? await hashNew(call, password) : null
    const accountId = await db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      if ((await deleteInvitation(tx, orgId, id)) === undefined) gone()
      needRoom('members', await countMembers(tx, orgId))
      const joining = person?.accountId ?? (await insertAccount(tx, { name, email, passwordHash }, now()))
      if (joining === null) throw new Refusal('NotAuthorized', 'An account of this e-mail address was made just now.')
      await insertMember(tx, orgId, joining, role)
      const doer = { caller: { accountId: joining, accountName: person?.name ?? name }, from, now }
      const after = { email, role }
      await record(tx, orgId, doer, { action: 'accept', objectKind: 'invitation', objectId: id, after })
      return joining
    })
    return { ...(await openSession(call, accountId)), orgId }
  },
}

/** The account of an e-mail address, for whoever knows its password; null when there is none yet. */
const knownPerson = async (call: Call, email: string, password: string) => {
  const [account] = await accountsOf(call.db.sql, email)
  if (account === undefined) return null
  // The same count as that of /login/: an invitation gives nobody more tries.
  return guess(call, `email ${email}`, async () => {
    if (await call.passwords.matches(password, account.passwordHash)) return account
    throw new Refusal('NotAuthorized', 'There is an account of this e-mail address, with another password.')
  })
}

const gone = (): never => {
  throw new Refusal('ObjectNotFound', 'The invitation is unknown, was taken or has expired.')
}
