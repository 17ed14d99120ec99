import { rowJson } from '@busbar/database'
import { textsOf } from '@busbar/messaging/texts'
import { Refusal } from '@busbar/wire/server'
import { record } from '../audit/record.ts'
import type { Handlers } from '../call.ts'
import type { AccountsNeeds } from '../needs.ts'
import { checkSecondFactor } from '../second-factor/check-second-factor.ts'
import { guess, hashNewPassword } from './guess.ts'
import { findOnKnownDevice, findPerson, rememberDevice } from './known-person.ts'
import { openSession } from './open-session.ts'
import { needOwnPassword } from './own-password.ts'
import { passwordResetHandlers } from './password-reset.http.ts'
import type { sessions } from './sessions.contract.ts'
import { findApiKey, orgsOf, replacePassword, userOf } from './sessions.sql.ts'

const apiVersion = '1.0'

type SessionsHandlers = Handlers<typeof sessions, AccountsNeeds>

export const sessionsHandlers: SessionsHandlers = {
  version: ({ version }) => ({ apiVersion, apiServerVersion: version }),

  async authenticate(call, { apiKey, password }) {
    // A key's password is random: from many places it is guessed no sooner than from one.
    const key = await guess(
      call,
      `key ${apiKey}`,
      async () => {
        const found = await findApiKey(call.db.sql, apiKey)
        // Asked for an unknown key as well, so that both take the same time.
        const isRight = await call.passwords.matches(password, found?.passwordHash ?? null)
        if (found === undefined) throw new Refusal('InvalidKey')
        if (!isRight) throw new Refusal('NotAuthorized', 'The password is wrong.')
        return found
      },
      { nameMost: null },
    )
    if (key.expiresOn !== null && key.expiresOn <= call.now()) {
      throw new Refusal('NotAuthorized', 'The API key has expired; an owner of the organization can make another.')
    }
    return openSession(call, key.accountId, apiKey, key.expiresOn)
  },

  async login(call, { email, password, secondFactor }) {
    // The response does not reveal whether the account exists.
    const wrong = new Refusal('NotAuthorized', 'The e-mail address or the password is wrong.')
    const recognized = await findOnKnownDevice(call, email, password)
    const asStranger = (): Promise<number> =>
      guess(call, `email ${email}`, async () => {
        const person = await findPerson(call, email, password)
        if (person === null) throw wrong
        return person.accountId
      })
    const accountId =
      recognized?.accountId ??
      (await asStranger().catch((refusal: unknown) => {
        // On a known device it was tried already: who has to wait for strangers was wrong.
        throw recognized === null ? wrong : refusal
      }))
    await checkSecondFactor({ ...call, sql: call.db.sql }, accountId, secondFactor, recognized?.accountId === accountId)
    const session = await openSession(call, accountId)
    await rememberDevice(call, accountId, email)
    return session
  },

  async logout({ sessions: all, token }) {
    await all.end(token)
    return {}
  },

  userOrgs: ({ db, caller }) => orgsOf(db.sql, caller.accountId),

  async user({ db, caller }) {
    const user = await userOf(db.sql, caller.accountId)
    if (user === undefined) throw new Refusal('IncorrectAuthToken')
    return rowJson(user)
  },

  async changePassword(call, { oldPassword, newPassword }) {
    const { caller, db } = call
    const oldHash = await needOwnPassword(call, oldPassword, 'The old password is wrong.')
    const newHash = await hashNewPassword(call, newPassword)
    await db.tx(async (tx) => {
      if (!(await replacePassword(tx, caller.accountId, oldHash, newHash))) {
        throw new Refusal('NotAuthorized', 'The password has just been changed by somebody else.')
      }
      await call.sessions.endAllOf(caller.accountId, call.token, tx)
      const change = { action: 'change-password', objectKind: 'user', objectId: caller.accountId } as const
      for (const { orgId } of await orgsOf(tx, caller.accountId)) await record(tx, orgId, call, change)
    })
    return {}
  },

  async sessions({ sessions: all, caller, token }) {
    const list = await all.listOf(caller.accountId, token)
    return list.map(rowJson)
  },

  async endOtherSessions({ sessions: all, caller, token }) {
    await all.endAllOf(caller.accountId, token)
    return {}
  },

  ...passwordResetHandlers,

  translations: (_call, { lang, keys }) => textsOf(lang, keys),
}
