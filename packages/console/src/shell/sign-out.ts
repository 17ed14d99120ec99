import { api } from '../api/api.ts'
import { mayLeave } from '../state/leaving.ts'
import { session } from '../state/session.ts'

/** Ends the session here at once, and in the service when it hears of it. */
export const signOut = (): void => {
  void api.sessions.logout()
  session.set(null)
}

/** Who has something unsaved is asked first. */
export const askAndSignOut = async (): Promise<void> => {
  if (await mayLeave()) signOut()
}
