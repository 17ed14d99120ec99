import { tabTexts } from '@busbar/ui'
import { ownPath } from './own-path.ts'

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
