import { Refusal } from '@busbar/wire/server'
import { difference } from '../audit/difference.rules.ts'
import type { Handlers } from '../call.ts'
import type { AccountsNeeds } from '../needs.ts'
import type { profile } from './profile.contract.ts'
import { recordOwnChange } from './record-own.ts'
import { changeProfile, lockProfile } from './sessions.sql.ts'

export const profileHandlers: Handlers<typeof profile, AccountsNeeds> = {
  async change(call, { name, language, timeZone }) {
    const { caller, db } = call
    await db.tx(async (tx) => {
      const before = await lockProfile(tx, caller.accountId)
      if (before === undefined) throw new Refusal('NotAuthorized', 'A program has no profile.')
      const after = { name, language, timeZone: timeZone === undefined ? before.timeZone : timeZone }
      await changeProfile(tx, caller.accountId, after)
      await recordOwnChange(tx, call, { action: 'user.change-profile', ...difference(before, after) })
    })
    return {}
  },

  async endSession({ sessions, caller }, { sessionId }) {
    if (!(await sessions.endOwn(caller.accountId, sessionId))) throw new Refusal('ObjectNotFound')
    return {}
  },
}
