import { createContext, type ReactNode, use, useContext, useDeferredValue, useEffect } from 'react'
import { useLanguage } from '../state/preferences.ts'
import { loadTexts } from './load-texts.ts'
import type { Texts } from './texts.ts'

const Context = createContext<Texts | null>(null)

/** Gives the texts of the chosen language; until another one is there, the old stays. */
export const TextsProvider = ({ children }: { children: ReactNode }): ReactNode => {
  const language = useDeferredValue(useLanguage())
  const texts = use(loadTexts(language))
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return <Context value={texts}>{children}</Context>
}

/** All texts, by area and name: `useTexts().overview.title`. */
export const useTexts = (): Texts => {
  const texts = useContext(Context)
  if (texts === null) throw new Error('there are no texts outside of TextsProvider')
  return texts
}
