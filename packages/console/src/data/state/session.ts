import { tabTexts } from '@busbar/ui'
import { createStore, useStore } from '@busbar/ui/store'
import { ownPath } from './search.rules.ts'
import { serverNow } from './server-time.ts'
import { stored } from './stored.ts'

/** The signed-in user. A session lasts an hour. */
export interface Session {
  token: string
  expiresOn: string
  /** E-mail of the user, so that only the password is requested after the session expired. */
  email: string
  /** Logout address of the identity provider, if signing out here also signs out there; null otherwise. */
  signOutUrl?: string | null
}

const isSession = (found: unknown): found is Session => {
  const { token, expiresOn, email } = (found ?? {}) as Partial<Session>
  const isComplete = typeof token === 'string' && typeof expiresOn === 'string' && typeof email === 'string'
  return isComplete && (Date.parse(expiresOn) > serverNow() || isReadableOffline(expiresOn))
}

const offlineMsMax = 7 * 86_400_000

/** Without a network there is no sign-in: a person who did not sign out still sees what is kept here. The service asks for the password as soon as it is back. */
const isReadableOffline = (expiresOn: string): boolean =>
  !navigator.onLine && serverNow() - Date.parse(expiresOn) < offlineMsMax

/** Shared by all tabs: signing in or out applies to all of them. */
export const session = stored<Session | null>('session', (found) => (isSession(found) ? found : null))

export const useSession = (): Session | null => useStore(session)

const lastUserKey = 'busbar.user'

/** User who signed in last in this tab, or null: another user does not return to their page. */
export const lastUser = (): string | null => tabTexts.get(lastUserKey)

export const startSession = (
  { token, expiresOn }: Pick<Session, 'token' | 'expiresOn'>,
  email: string,
  signOutUrl: string | null = null,
): void => {
  tabTexts.set(lastUserKey, sameEmail(email))
  session.set({ token, expiresOn, email: sameEmail(email), signOutUrl })
}

/** As the service compares them. */
const sameEmail = (email: string): string => email.trim().toLowerCase()

const refusedToken = createStore<string | null>(null)

/** The service no longer takes this token. Another one ends what is shown of it, whichever tab it comes from. */
export const noteSessionEnd = (token: string): void => {
  refusedToken.set(token)
}

/** Calls when the service no longer takes the session of this page. */
export const onSessionEnd = (listener: () => void): void => void refusedToken.subscribe(listener)

/** Returns the user whose session expired while their page is open, or null. */
export const useSessionEnd = (): string | null => {
  const current = useStore(session)
  const refused = useStore(refusedToken)
  return current !== null && current.token === refused ? current.email : null
}

/** A sign-in that goes on when the person comes back from the provider, in the same tab. */
interface ProviderTicket {
  ticket: string
  /** Page to open after sign-in. */
  back: string
}

const key = 'busbar.provider-ticket'

/** Leaves for the provider. */
export const goToProvider = ({ url, ticket }: { url: string; ticket: string }, back: string): void => {
  tabTexts.set(key, JSON.stringify({ ticket, back } satisfies ProviderTicket))
  location.assign(url)
}

/** Good once; null where none was begun in this tab. */
export const takeProviderTicket = (): ProviderTicket | null => {
  const text = tabTexts.get(key)
  tabTexts.set(key, null)
  const { ticket, back } = (text === null ? {} : JSON.parse(text)) as Partial<ProviderTicket>
  return typeof ticket === 'string' ? { ticket, back: ownPath(back) ?? '/overview' } : null
}
