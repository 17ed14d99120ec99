import { randomBytes, randomUUID } from 'node:crypto'
import { rowJson } from '@busbar/database'
import { Refusal } from '@busbar/wire/server'
import { newPassword } from '../access/secrets.ts'
import { lockOrg } from '../audit/lock-org.sql.ts'
import { record } from '../audit/record.ts'
import type { Handlers } from '../call.ts'
import type { AccountsNeeds } from '../needs.ts'
import { hashNewPassword } from '../sessions/guess.ts'
import {
  apiKeysOf,
  countApiKeys,
  deleteApiKey,
  deleteKeylessProgram,
  findApiKey,
  insertApiKey,
  insertProgram,
} from './api-keys.sql.ts'
import { countMembers } from './members.sql.ts'
import type { orgs } from './orgs.contract.ts'
import { checkLimit } from './orgs.rules.ts'
import { insertMember } from './orgs.sql.ts'

export const apiKeysHandlers: Pick<
  Handlers<typeof orgs, AccountsNeeds>,
  'apiKeys' | 'createApiKey' | 'deleteApiKey'
> = {
  async apiKeys({ db, quotas }, { orgId }) {
    const keys = await apiKeysOf(db.sql, orgId)
    return keys.map(({ quotaPerMinute, ...key }) => {
      const quota = quotaPerMinute ?? quotas.perMinute
      const usedPerMinute = quota === 0 ? 0 : Math.ceil(quotas.taken.used(key.apiKey, quota))
      return { ...rowJson(key), quotaPerMinute, effectiveQuota: quota, usedPerMinute }
    })
  },

  async createApiKey(call, { orgId, name, role, quotaPerMinute = null, expiresOn = null }) {
    if (expiresOn !== null && expiresOn <= call.now()) {
      throw new Refusal('IncorrectRequest', 'body.expiresOn: must be in the future')
    }
    const apiKey = randomUUID()
    const password = newPassword(randomBytes)
    const passwordHash = await hashNewPassword(call, password)
    await call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      checkLimit('API keys', await countApiKeys(tx, orgId))
      checkLimit('members', await countMembers(tx, orgId))
      const accountId = await insertProgram(tx, name, call.now())
      await insertMember(tx, orgId, accountId, role)
      await insertApiKey(tx, { apiKey, accountId, name, passwordHash, quotaPerMinute, expiresOn }, call.now())
      const after = { name, role, quotaPerMinute, expiresOn }
      await record(tx, orgId, call, { action: 'create', objectKind: 'api-key', objectId: apiKey, after })
    })
    return { apiKey, password }
  },

  async deleteApiKey(call, { orgId, apiKey }) {
    await call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const key = await findApiKey(tx, orgId, apiKey)
      if (key === undefined) throw new Refusal('ObjectNotFound')
      await call.sessions.endAllOf(key.accountId, undefined, tx)
      await deleteApiKey(tx, apiKey)
      await deleteKeylessProgram(tx, key.accountId)
      const before = { name: key.name }
      await record(tx, orgId, call, { action: 'delete', objectKind: 'api-key', objectId: apiKey, before })
    })
    return {}
  },
}
