import { type Handlers, Refusal } from '@busbar/wire/server'
import { lockOrg } from '../../audit/lock-org.sql.ts'
import { record } from '../../audit/record.ts'
import type { Call } from '../../service.ts'
import { apiKeysHandlers } from './api-keys.http.ts'
import { invitationsHandlers } from './invitations.http.ts'
import { membersHandlers } from './members.http.ts'
import type { orgs } from './orgs.contract.ts'
import { needRoom } from './orgs.rules.ts'
import { findOrg, insertMember, insertOrg, lockOwner, renameOrg, setKeylessAllowed } from './orgs.sql.ts'
import { setupHandlers } from './setup.http.ts'

type OrgsHandlers = Handlers<typeof orgs, Call>

export const orgsHandlers: OrgsHandlers = {
  ...setupHandlers,
  ...membersHandlers,
  ...invitationsHandlers,
  ...apiKeysHandlers,

  async create(call, { name }) {
    const { accountId } = call.caller
    const orgId = await call.db.tx(async (tx) => {
      const ownedCount = await lockOwner(tx, accountId)
      // A program belongs to the organization that made its key.
      if (ownedCount === null || ownedCount === 0) {
        throw new Refusal('NotAuthorized', 'Only a person who owns an organization may make another.')
      }
      needRoom('organizations', ownedCount)
      const made = await insertOrg(tx, name, call.now())
      await insertMember(tx, made, accountId, 'owner')
      await record(tx, made, call, { action: 'create', objectKind: 'org', objectId: made, after: { name } })
      return made
    })
    return { orgId }
  },

  async get({ db }, { orgId }) {
    const org = await findOrg(db.sql, orgId)
    if (org === undefined) throw new Refusal('ObjectNotFound')
    return { ...org, createdOn: org.createdOn.toISOString() }
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
