import { type Context, createContext, type ReactNode, use, useContext, useDeferredValue, useEffect } from 'react'
import { setSortLanguage } from '../data/format/compare-names.ts'
import { type Language, useLanguage } from '../data/state/preferences.ts'
import { loadFirstTexts, loadTexts } from './load-texts.ts'
import type { FirstTexts, Texts } from './messages.ts'

const All = createContext<Texts | null>(null)
const First = createContext<FirstTexts | null>(null)

/** Gives the texts of the chosen language; until another one is there, the old stays. */
export const TextsProvider = ({ children }: { children: ReactNode }): ReactNode => {
  const language = useShownLanguage()
  const texts = use(loadTexts(language))
  // Not in an effect: the children sort while they are rendered.
  setSortLanguage(language)
  return (
    <All value={texts}>
      <First value={texts}>{children}</First>
    </All>
  )
}

/** Gives those of the first texts alone, for what is drawn before the program is there. */
export const FirstTextsProvider = ({ children }: { children: ReactNode }): ReactNode => {
  const texts = use(loadFirstTexts(useShownLanguage()))
  return <First value={texts}>{children}</First>
}

const useShownLanguage = (): Language => {
  const language = useDeferredValue(useLanguage())
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return language
}

const useProvided = <T,>(context: Context<T | null>): T => {
  const texts = useContext(context)
  if (texts === null) throw new Error('there are no such texts outside of their provider')
  return texts
}

/** All texts, by area and name: `useTexts().overview.title`. */
export const useTexts = (): Texts => useProvided(All)

/** Returns the texts that the sign-in form has too; its components use only these. */
export const useFirstTexts = (): FirstTexts => useProvided(First)
