import { Refusal } from '@busbar/wire/server'
import { isSameSecret } from '../access/secrets.ts'
import { record } from '../audit/record.ts'
import type { Handlers } from '../call.ts'
import type { AccountsNeeds } from '../needs.ts'
import { guess, hashNewPassword } from '../sessions/guess.ts'
import { openSession } from '../sessions/open-session.ts'
import type { orgs } from './orgs.contract.ts'
import { insertAccount, insertMember, insertOrg, isInstallationEmpty, lockAccounts } from './orgs.sql.ts'

export const setupHandlers: Pick<Handlers<typeof orgs, AccountsNeeds>, 'setupState' | 'setup'> = {
  setupState: async ({ db, mails, oidc }) => ({
    isNeeded: await isInstallationEmpty(db.sql),
    sendsMail: mails.isOn,
    providers: oidc.providers.map(({ settings: { id, name } }) => ({ id, name })),
  }),

  async setup(call, { code, orgName, name, email, password, timeZone }) {
    const { db, from, now, setupCode } = call
    // Counted for each address alone: guesses from elsewhere do not keep the administrator out.
    await guess(call, `setup from ${from}`, async () => {
      if (setupCode === null || !isSameSecret(code, setupCode)) {
        throw new Refusal('NotAuthorized', 'The setup code is wrong.')
      }
    })
    const passwordHash = await hashNewPassword(call, password)
    const created = await db.tx(async (tx) => {
      await lockAccounts(tx)
      const accountId = (await isInstallationEmpty(tx))
        ? await insertAccount(tx, { name, email, passwordHash }, now())
        : null
      if (accountId === null) throw new Refusal('NotAuthorized', 'The installation has its first owner already.')
      const orgId = await insertOrg(tx, { name: orgName, timeZone }, now())
      await insertMember(tx, orgId, accountId, 'owner')
      // The code is shown only to the operator who started the service.
      await tx`update account set is_installation_admin = true where id = ${accountId}`
      const actor = { caller: { accountId, accountName: name }, from, now }
      const after = { name: orgName, timeZone }
      await record(tx, orgId, actor, { action: 'create', objectKind: 'org', objectId: orgId, after })
      return { accountId, orgId }
    })
    return { ...(await openSession(call, created.accountId)), orgId: created.orgId }
  },
}
