import { tabTexts } from '@busbar/ui'
import { createStore, useStore } from '@busbar/ui/store'

const key = 'busbar-panel.session'

/** The token lives as long as the tab: a phone that is handed on does not log in the next one. */
const session = createStore<string | null>(tabTexts.get(key))

export const sessionToken = (): string | null => session.get()
export const useSession = (): string | null => useStore(session)

export const startSession = (token: string): void => {
  tabTexts.set(key, token)
  session.set(token)
}

export const forgetSession = (): void => {
  tabTexts.set(key, null)
  session.set(null)
}
