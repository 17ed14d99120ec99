import { stored, useStored } from './stored.ts'

/** Who is signed in, as the service told it. A session lives an hour. */
export interface Session {
  token: string
  expiresOn: string
}

const isSession = (found: unknown): found is Session => {
  const { token, expiresOn } = (found ?? {}) as Partial<Session>
  return typeof token === 'string' && typeof expiresOn === 'string' && Date.parse(expiresOn) > Date.now()
}

/** Of all tabs: who opens a device in another one is signed in there, and who signs out is out everywhere. */
export const session = stored<Session | null>('session', (found) => (isSession(found) ? found : null))

export const useSession = (): Session | null => useStored(session)
