import { tabTexts } from '@busbar/ui'
import { createStore, useStore } from '@busbar/ui/store'
import { ownPath } from './search.rules.ts'
import { serverNow } from './server-time.ts'
import { stored } from './stored.ts'

/** Who is signed in. A session lives an hour. */
export interface Session {
  token: string
  expiresOn: string
  /** Of the user, so that only the password is asked when the hour is over. */
  email: string
  /** Of the provider that opened it, where signing out here is to be signing out there; null where it is not. */
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

/** Of all tabs: who opens a device in another one is signed in there, and who signs out is out everywhere. */
export const session = stored<Session | null>('session', (found) => (isSession(found) ? found : null))

export const useSession = (): Session | null => useStore(session)

const lastUserKey = 'busbar.user'

/** Who was signed in last in this tab, or null: another user does not return to their page. */
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

/** Whose session is over while the page is still theirs; null where there is no such thing. */
export const useSessionEnd = (): string | null => {
  const current = useStore(session)
  const refused = useStore(refusedToken)
  return current !== null && current.token === refused ? current.email : null
}

/** A sign-in that goes on when the person comes back from the provider, in the same tab. */
interface ProviderTicket {
  ticket: string
  /** Where to go afterwards. */
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
