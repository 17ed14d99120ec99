import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../../api-context.ts'
import { onDisk } from '../on-disk.ts'
import { onSettings } from '../settings/on-settings.ts'
import type { users } from './users.contract.ts'

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
