import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import type { login } from './login.contract.ts'

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
