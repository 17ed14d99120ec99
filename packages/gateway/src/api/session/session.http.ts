import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../api-context.ts'
import { onSettings } from '../device/on-settings.ts'
import { onDisk } from '../on-disk.ts'
import type { login } from './login.contract.ts'
import type { users } from './users.contract.ts'

const headers = { 'www-authenticate': 'Bearer' }

export const loginHandlers: Handlers<typeof login, Call> = {
  salt: (call) => ({ salt: call.login.salt(call.from) }),

  login(call, { username, password }) {
    const outcome = call.login.login(call.from, username, password)
    if ('ok' in outcome) {
      call.onLogin()
      return { authType: 'Bearer', ...outcome.ok }
    }
    if (outcome.err === 'wrong') throw new Refusal('ERROR_LOGIN', '', headers)
    const waitSec = Math.ceil(outcome.waitMs / 1000)
    const message = `Too many wrong logins from this address; try again in ${waitSec} s.`
    throw new Refusal('ERROR_LOGIN_WAIT', message, { ...headers, 'retry-after': String(waitSec) })
  },

  logout({ sessions, token }) {
    if (token !== undefined) sessions.end(token)
    return {}
  },
}

export const usersHandlers: Handlers<typeof users, Call> = {
  list: ({ level, user, freeAccess, settings }) => ({
    level,
    hasUser: user.get() !== undefined,
    isButtonPressed: freeAccess.isOpen,
    isNew: settings.status().modifyOn === null,
    isPasswordOwn: settings.isPasswordOwn,
  }),

  async setPassword({ settings, user, sessions, token }, { username, password }) {
    if (username === 'user') await onDisk(() => user.set(password))
    else if (password === null) throw new Refusal('ERROR_REQUEST', 'body.password: admin cannot be taken away')
    else await onSettings(() => settings.setAdminPassword(password))
    sessions.endAll(username, token)
    return {}
  },

  pressButton({ pressButton }) {
    pressButton()
    return {}
  },
}
