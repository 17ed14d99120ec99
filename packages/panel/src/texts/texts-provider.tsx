import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type Language, language } from '../state/preferences.ts'
import type { Texts } from './texts.ts'

const load: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./en/index.ts')).en,
  pl: async () => (await import('./pl/index.ts')).pl,
  ru: async () => (await import('./ru/index.ts')).ru,
  uk: async () => (await import('./uk/index.ts')).uk,
}

const Context = createContext<Texts | null>(null)

/** Gives the texts of the chosen language, which alone is loaded; until another one is there, the old stays. */
export const TextsProvider = ({ children }: { children: ReactNode }): ReactNode => {
  const chosen = language.use()
  const [texts, setTexts] = useState<Texts | null>(null)
  useEffect(() => {
    let isOver = false
    void load[chosen]().then((found) => {
      if (isOver) return
      document.documentElement.lang = chosen
      setTexts(found)
    })
    return () => {
      isOver = true
    }
  }, [chosen])
  return texts === null ? null : <Context value={texts}>{children}</Context>
}

export const useTexts = (): Texts => {
  const texts = useContext(Context)
  if (texts === null) throw new Error('there are no texts outside of TextsProvider')
  return texts
}
