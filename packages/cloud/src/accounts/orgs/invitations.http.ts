import { randomUUID } from 'node:crypto'
import { type Queries, rowJson } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import type { Role } from '../access/roles.ts'
import { newToken, tokenHash } from '../access/secrets.ts'
import { tooManyRequests } from '../access/too-many-requests.ts'
import { lockOrg } from '../audit/lock-org.sql.ts'
import { record } from '../audit/record.ts'
import type { Handlers } from '../call.ts'
import { queueMail } from '../mail/account-mails.sql.ts'
import type { AccountsNeeds } from '../needs.ts'
import { guess } from '../sessions/guess.ts'
import { rememberDevice } from '../sessions/known-person.ts'
import { openSession } from '../sessions/open-session.ts'
import { claimedPerson, provenPerson } from './invited-person.ts'
import { countMembers } from './members.sql.ts'
import type { orgs } from './orgs.contract.ts'
import { checkLimit } from './orgs.rules.ts'
import { insertMember } from './orgs.sql.ts'

interface Invitation {
  orgId: number
  id: string
  email: string
  role: Role
  expiresOn: Date
  /** Its code went by mail only. */
  isMailed: boolean
}

const invitationsOf = (sql: Queries, orgId: number, now: Date) => sql<Omit<Invitation, 'orgId' | 'isMailed'>[]>`
  select id, email, role, expires_on as "expiresOn"
  from invitation where org_id = ${orgId} and expires_on > ${now}
  order by expires_on, id`

/** Returns the number of pending invitations and whether the user is a member already. */
const invitationFacts = async (tx: Queries, orgId: number, email: string) => {
  const [facts] = await tx<[{ waitingCount: number; isMember: boolean }]>`
    select (select count(*) from invitation where org_id = ${orgId}) as "waitingCount",
           exists (select from membership m join account a on a.id = m.account_id
                   where m.org_id = ${orgId} and a.email = ${email}) as "isMember"`
  return facts
}

/** Deletes expired invitations and an earlier one for the same address. */
const deleteStaleInvitations = (tx: Queries, orgId: number, email: string, now: Date) =>
  tx`delete from invitation where org_id = ${orgId} and (expires_on <= ${now} or email = ${email})`

const insertInvitation = (tx: Queries, invitation: Invitation, hash: Buffer, createdBy: number) => tx`
  insert into invitation (org_id, id, email, role, token_hash, expires_on, is_mailed, created_by)
  values (${invitation.orgId}, ${invitation.id}, ${invitation.email}, ${invitation.role}, ${hash},
          ${invitation.expiresOn}, ${invitation.isMailed}, ${createdBy})`

const findInvitation = async (sql: Queries, hash: Buffer, now: Date): Promise<Invitation | undefined> => {
  const [invitation] = await sql<Invitation[]>`
    select org_id as "orgId", id, email, role, expires_on as "expiresOn", is_mailed as "isMailed"
    from invitation where token_hash = ${hash} and expires_on > ${now}`
  return invitation
}

/** Takes it away; undefined when it is gone already. */
const deleteInvitation = async (tx: Queries, orgId: number, id: string) => {
  const [invitation] = await tx<{ email: string; role: Role }[]>`
    delete from invitation where org_id = ${orgId} and id = ${id} returning email, role`
  return invitation
}

const lifetimeMs = 7 * 24 * 3_600_000
const mailsWaitMs = 60_000

type InvitationOperation = 'invitations' | 'invite' | 'withdrawInvitation' | 'acceptInvitation'

export const invitationsHandlers: Pick<Handlers<typeof orgs, AccountsNeeds>, InvitationOperation> = {
  async invitations({ db, now }, { orgId }) {
    const waiting = await invitationsOf(db.sql, orgId, now())
    return waiting.map(rowJson)
  },

  async invite(call, { orgId, email, role, lang = call.mails.language }) {
    const { caller, db, mails, now } = call
    const isMailed = mails.isOn
    // For a mailed invitation this code is never used: sending the mail creates another one.
    const code = newToken()
    const id = randomUUID()
    const expiresOn = new Date(now().getTime() + lifetimeMs)
    await db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      await deleteStaleInvitations(tx, orgId, email, now())
      const { isMember, waitingCount } = await invitationFacts(tx, orgId, email)
      if (isMember) throw new Refusal('IncorrectRequest', `body.email: ${email} is a member already`)
      checkLimit('invitations', waitingCount)
      await insertInvitation(tx, { orgId, id, email, role, expiresOn, isMailed }, tokenHash(code), caller.accountId)
      const isQueued = !isMailed || (await queueMail(tx, { email, language: lang, invitation: { orgId, id } }, now()))
      if (!isQueued) throw tooManyRequests(mailsWaitMs)
      const after = { email, role }
      await record(tx, orgId, call, { action: 'create', objectKind: 'invitation', objectId: id, after })
    })
    mails.wake()
    return { id, ...(!isMailed && { code }), expiresOn: expiresOn.toISOString() }
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

  async acceptInvitation(call, { code, name, password, secondFactor }) {
    const { db, from, now } = call
    const { id, orgId, email, role, isMailed } = await guess(call, `invitation ${code}`, async () => {
      const invitation = await findInvitation(db.sql, tokenHash(code), now())
      return invitation ?? refuseInvitation()
    })
    const resolveInvitee = await (isMailed ? provenPerson : claimedPerson)(call, { email, password, secondFactor })
    const accountId = await db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      if ((await deleteInvitation(tx, orgId, id)) === undefined) refuseInvitation()
      checkLimit('members', await countMembers(tx, orgId))
      const person = await resolveInvitee(tx, name)
      await insertMember(tx, orgId, person.accountId, role)
      const actor = { caller: { accountId: person.accountId, accountName: person.name }, from, now }
      const after = { email, role }
      await record(tx, orgId, actor, { action: 'accept', objectKind: 'invitation', objectId: id, after })
      return person.accountId
    })
    const session = await openSession(call, accountId)
    await rememberDevice(call, accountId, email)
    return { ...session, orgId, email }
  },
}

const refuseInvitation = (): never => {
  throw new Refusal('ObjectNotFound', 'The invitation is unknown, was taken or has expired.')
}
