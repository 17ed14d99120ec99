import { randomUUID } from 'node:crypto'
import { rowJson } from '@busbar/database'
import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../../start/service.ts'
import { newToken, tokenHash } from '../access/secrets.ts'
import { tooManyRequests } from '../access/too-many-requests.ts'
import { lockOrg } from '../audit/lock-org.sql.ts'
import { record } from '../audit/record.ts'
import { queueMail } from '../mail/account-mails.sql.ts'
import { guess } from '../sessions/guess.ts'
import { rememberDevice } from '../sessions/known-person.ts'
import { openSession } from '../sessions/open-session.ts'
import {
  deleteInvitation,
  deleteStaleInvitations,
  findInvitation,
  insertInvitation,
  invitationFacts,
  invitationsOf,
} from './invitations.sql.ts'
import { claimedPerson, provenPerson } from './invited-person.ts'
import { countMembers } from './members.sql.ts'
import type { orgs } from './orgs.contract.ts'
import { checkLimit } from './orgs.rules.ts'
import { insertMember } from './orgs.sql.ts'

const lifetimeMs = 7 * 24 * 3_600_000
const mailsWaitMs = 60_000

type InvitationOperation = 'invitations' | 'invite' | 'withdrawInvitation' | 'acceptInvitation'

export const invitationsHandlers: Pick<Handlers<typeof orgs, Call>, InvitationOperation> = {
  async invitations({ db, now }, { orgId }) {
    const waiting = await invitationsOf(db.sql, orgId, now())
    return waiting.map(rowJson)
  },

  async invite(call, { orgId, email, role, lang = call.mails.language }) {
    const { caller, db, mails, now } = call
    const isMailed = mails.isOn
    // Of one that is mailed this code stays secret: the mail gets another when it leaves.
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
