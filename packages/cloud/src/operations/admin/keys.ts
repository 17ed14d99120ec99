import { randomBytes } from 'node:crypto'
import type { Role } from '../../accounts/access/roles.ts'
import { newPassword, newToken } from '../../accounts/access/secrets.ts'
import { record } from '../../accounts/audit/record.ts'
import { deleteKeylessProgram, insertApiKey, insertProgram } from '../../accounts/orgs/api-keys.sql.ts'
import { insertMember } from '../../accounts/orgs/orgs.sql.ts'
import { type Admin, AdminProblem, administrator } from './admin.ts'
import { needOrg } from './users.ts'

export interface NewKey {
  orgId: number
  name: string
  role: Role
  /** Requests a minute; null is the installation's own, 0 is no limit. */
  quotaPerMinute: number | null
}
interface KeyRow extends NewKey {
  apiKey: string
  lastUsedOn: Date | null
}

/** A key for a program: an account of its own with a role, which cannot be logged in to. The password is not stored. */
export const createKey = async (admin: Admin, { orgId, name, role, quotaPerMinute }: NewKey) => {
  const [apiKey, password] = [newToken(), newPassword(randomBytes)]
  const passwordHash = await admin.passwords.hash(password)
  await admin.db.tx(async (tx) => {
    await needOrg(tx, orgId)
    const accountId = await insertProgram(tx, name, admin.now())
    await insertMember(tx, orgId, accountId, role)
    await insertApiKey(tx, { apiKey, accountId, name, passwordHash, quotaPerMinute, expiresOn: null }, admin.now())
    const after = { name, role, quotaPerMinute }
    await record(tx, orgId, administrator(admin), { action: 'create', objectKind: 'api-key', objectId: apiKey, after })
  })
  return { apiKey, password }
}

export const listKeys = ({ db: { sql } }: Admin): Promise<KeyRow[]> => sql<KeyRow[]>`
  select k.key as "apiKey", k.name, m.org_id as "orgId", m.role, k.quota_per_minute as "quotaPerMinute",
         k.last_used_on as "lastUsedOn"
  from api_key k join membership m on m.account_id = k.account_id order by m.org_id, k.created_on, k.key`

/** Its sessions end at once, also in a service that runs meanwhile. */
export const deleteKey = (admin: Admin, apiKey: string): Promise<void> =>
  admin.db.tx(async (tx) => {
    const found = await tx<{ orgId: number }[]>`
      select m.org_id as "orgId" from api_key k join membership m on m.account_id = k.account_id
      where k.key = ${apiKey} order by m.org_id`
    for (const { orgId } of found) await needOrg(tx, orgId)
    const [key] = await tx<{ accountId: number; name: string }[]>`
      delete from api_key where key = ${apiKey} returning account_id as "accountId", name`
    if (key === undefined) throw new AdminProblem(`There is no API key ${apiKey}.`)
    await deleteKeylessProgram(tx, key.accountId)
    const change = { action: 'delete', objectKind: 'api-key', objectId: apiKey, before: { name: key.name } } as const
    for (const { orgId } of found) await record(tx, orgId, administrator(admin), change)
  })
