import { createHash } from 'node:crypto'
import { lockOrg } from '../audit/lock-org.sql.ts'
import { record } from '../audit/record.ts'
import type { Handlers } from '../call.ts'
import type { AccountsNeeds } from '../needs.ts'
import type { logo as contract } from './logo.contract.ts'
import { type Logo, logoOf, putLogo } from './logo.sql.ts'
import { cleanLogo, shownLogo } from './logo.ts'

export const logoHandlers: Handlers<typeof contract, AccountsNeeds> = {
  get: async ({ db }, { orgId }) => ({ logo: shownLogo(await logoOf(db.sql, orgId)) }),

  change: (call, { orgId, logo: upload }) => {
    const logo = cleanLogo(upload)
    return call.db.tx(async (tx) => {
      await lockOrg(tx, orgId)
      const before = await logoOf(tx, orgId)
      await putLogo(tx, orgId, logo)
      const change = { before: { logo: fingerprint(before) }, after: { logo: fingerprint(logo) } }
      await record(tx, orgId, call, { action: 'org.change-logo', objectKind: 'org', objectId: orgId, ...change })
      return {}
    })
  },
}

/** Which picture it was, and not the picture. */
const fingerprint = (logo: Logo | null): string | null =>
  logo === null ? null : `${logo.type} ${createHash('sha256').update(logo.bytes).digest('hex')}`
