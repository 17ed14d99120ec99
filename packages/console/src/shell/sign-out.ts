import { loadApi } from '../api/load-api.ts'
import { mayLeave } from '../state/leaving.ts'
import { session } from '../state/session.ts'

/** Ends the session here at once, and in the service when it hears of it. */
export const signOut = async (): Promise<void> => {
  try {
    const api = await loadApi()
    // With the token that it ends.
    void api.sessions.logout()
  } finally {
    session.set(null)
  }
}

/** Who has something unsaved is asked first. */
export const askAndSignOut = async (): Promise<void> => {
  if (await mayLeave()) await signOut()
}
