import { useQueryClient } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { session } from '../state/session.ts'

/** Ends the session here at once, and in the service when it hears of it; nothing of the user stays in memory. */
export const useSignOut = (): (() => void) => {
  const client = useQueryClient()
  return () => {
    void api.sessions.logout()
    session.set(null)
    client.clear()
  }
}
