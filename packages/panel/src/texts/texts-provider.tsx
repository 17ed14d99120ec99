import { type CompiledCatalogue, loadTexts } from '@busbar/ui/messages'
import { useStore } from '@busbar/ui/store'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type Language, language } from '../state/preferences.ts'
import type { Texts } from './messages.ts'

const catalogues = import.meta.glob<CompiledCatalogue>('../../messages/*.json', { import: 'default' })

const load = (chosen: Language): Promise<Texts> => loadTexts<Texts>(catalogues, `../../messages/${chosen}.json`, chosen)

const Context = createContext<Texts | null>(null)

/** Gives the texts of the chosen language, which alone is loaded; until another one is there, the old stays. */
export const TextsProvider = ({ children }: { children: ReactNode }): ReactNode => {
  const chosen = useStore(language)
  const [texts, setTexts] = useState<Texts | null>(null)
  useEffect(() => {
    let isOver = false
    void load(chosen).then((found) => {
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
  if (texts === null) throw new Error('useTexts is used outside of TextsProvider')
  return texts
}
