import { rowJson } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { lockOrg } from '../audit/lock-org.sql.ts'
import { record } from '../audit/record.ts'
import type { Handlers } from '../call.ts'
import type { AccountsNeeds } from '../needs.ts'
import { apiKeysHandlers } from './api-keys.http.ts'
import { invitationsHandlers } from './invitations.http.ts'
import { membersHandlers } from './members.http.ts'
import type { orgs } from './orgs.contract.ts'
import { checkLimit } from './orgs.rules.ts'
import { findOrg, insertMember, insertOrg, lockOwner, renameOrg, setDeletion, setKeylessAllowed } from './orgs.sql.ts'
import { setupHandlers } from './setup.http.ts'

/** As long an owner can think again. */
const graceMs = 24 * 3_600_000

type OrgsHandlers = Handlers<typeof orgs, AccountsNeeds>

export const orgsHandlers: OrgsHandlers = {
  ...setupHandlers,
  ...membersHandlers,
  ...invitationsHandlers,
  ...apiKeysHandlers,

  async create(call, { name, timeZone }) {
    const { accountId } = call.caller
    const orgId = await call.db.tx(async (tx) => {
      const ownedCount = await lockOwner(tx, accountId)
      // A program belongs to the organization that made its key.
      if (ownedCount === null || ownedCount === 0) {
        throw new Refusal('NotAuthorized', 'Only a person who owns an organization may make another.')
      }
      checkLimit('organizations', ownedCount)
      const newOrgId = await insertOrg(tx, { name, timeZone }, call.now())
      await insertMember(tx, newOrgId, accountId, 'owner')
      const after = { name, timeZone }
      await record(tx, newOrgId, call, { action: 'create', objectKind: 'org', objectId: newOrgId, after })
      return newOrgId
    })
    return { orgId }
  },

  async get({ db }, { orgId }) {
    const org = await findOrg(db.sql, orgId)
    if (org === undefined) throw new Refusal('ObjectNotFound')
    const { deviceQuota, ...fields } = org
    return { ...rowJson(fields), deviceQuota }
  },

  async allowKeyless(call, { orgId, allowed }) {
    await call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const org = await findOrg(tx, orgId)
      if (org === undefined) throw new Refusal('ObjectNotFound')
      await setKeylessAllowed(tx, orgId, allowed)
      const [before, after] = [{ isKeylessAllowed: org.isKeylessAllowed }, { isKeylessAllowed: allowed }]
      await record(tx, orgId, call, { action: 'allow-keyless', objectKind: 'org', objectId: orgId, before, after })
    })
    return {}
  },

  async delete(call, { orgId, name }) {
    const deleteOn = new Date(call.now().getTime() + graceMs)
    await call.db.tx(async (tx) => {
      const org = await lockOrg(tx, orgId)
      if (org === undefined) throw new Refusal('ObjectNotFound')
      if (org.name.trim() !== name.trim())
        throw new Refusal('IncorrectRequest', 'body.name: is not the name of the organization')
      await setDeletion(tx, orgId, { on: deleteOn, by: call.caller.accountName })
      const after = { deleteOn }
      await record(tx, orgId, call, { action: 'org.delete', objectKind: 'org', objectId: orgId, after })
    })
    return { deleteOn: deleteOn.toISOString() }
  },

  async keep(call, { orgId }) {
    await call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      await setDeletion(tx, orgId, null)
      await record(tx, orgId, call, { action: 'org.keep', objectKind: 'org', objectId: orgId })
    })
    return {}
  },

  async change(call, { orgId, name }) {
    await call.db.tx(async (tx) => {
      const before = await lockOrg(tx, orgId)
      if (before === undefined) throw new Refusal('ObjectNotFound')
      await renameOrg(tx, orgId, name)
      await record(tx, orgId, call, { action: 'change', objectKind: 'org', objectId: orgId, before, after: { name } })
    })
    return {}
  },
}
