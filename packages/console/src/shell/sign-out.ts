import { loadApi } from '../data/api/load-api.ts'
import { confirmLeaving } from '../data/state/leaving.ts'
import { session } from '../data/state/session.ts'

/** Ends the session here at once, and in the service when it hears of it. */
export const signOut = async (): Promise<void> => {
  const elsewhere = session.get()?.signOutUrl ?? null
  let ended: Promise<unknown> = Promise.resolve()
  try {
    const api = await loadApi()
    // Sent with the token that it revokes.
    ended = api.sessions.logout()
  } finally {
    session.set(null)
  }
  if (elsewhere === null) return
  // A page that is left takes what it asks for with it.
  await ended
  location.assign(elsewhere)
}

/** Asks before unsaved changes are lost. */
export const askAndSignOut = async (): Promise<void> => {
  if (await confirmLeaving()) await signOut()
}
