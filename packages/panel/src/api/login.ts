import { call, forgetSession, startSession } from './api.ts'
import { sha1 } from './sha1.ts'

/** Opens a session; the password itself does not leave the page. */
export const logIn = async (username: string, password: string): Promise<void> => {
  const { salt } = await call('login.salt')
  const { token } = await call('login.login', { username, password: sha1(username + password + salt) })
  startSession(token)
}

export const logOut = async (): Promise<void> => {
  await call('login.logout').catch(() => undefined)
  forgetSession()
}
